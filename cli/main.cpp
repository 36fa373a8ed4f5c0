// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "cli/help.h"

namespace headroom::cli {
namespace {

enum Exit { done = 0, bad_input = 2, bad_environment = 3 };

std::vector<Command> all_commands() {
  return {predict_command(), whatif_command(), accuracy_command()};
}

const Command& find_command(const std::vector<Command>& commands, const std::string& word) {
  std::vector<std::string> names = {"--help", "--version"};
  for (const Command& command : commands) {
    if (command.usage.name == word) return command;
    names.push_back(command.usage.name);
  }
  const std::string near = nearest(word, names);
  const std::string kind = word.rfind('-', 0) == 0 ? "option" : "command";
  throw InputError(
      Diagnostic{{"headroom", 0, 0},
                 "there is no " + kind + " \"" + word + "\"",
                 (near.empty() ? "" : "did you mean " + near + "? ") + "try headroom --help",
                 ""});
}

/// The text for standard output.
std::string answer(const std::vector<std::string>& words) {
  const std::vector<Command> commands = all_commands();
  if (words.empty()) {
    throw InputError(
        Diagnostic{{"headroom", 0, 0}, "a command is missing", "try headroom --help", ""});
  }
  if (words[0] == "--help" || words[0] == "-h") return overview(commands);
  if (words[0] == "--version") return "headroom " HEADROOM_VERSION "\n";
  const Command& command = find_command(commands, words[0]);
  const Arguments arguments = read_arguments(command.usage, {words.begin() + 1, words.end()});
  return arguments.wants_help ? help_of(command.usage) : command.run(arguments);
}

int fail(const std::string& text, Exit status) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return status;
}

int run(const std::vector<std::string>& words) {
  try {
    write_output(answer(words));
    return done;
  } catch (const InputError& error) {
    return fail(error.what(), bad_input);
  } catch (const EnvironmentError& error) {
    return fail(std::string("headroom: ") + error.what(), bad_environment);
  } catch (const std::bad_alloc&) {
    return fail("headroom: out of memory", bad_environment);
  } catch (const std::system_error& error) {
    return fail(std::string("headroom: the system refused: ") + error.what(), bad_environment);
  } catch (const std::exception& error) {
    check(false, error.what());
  }
  return bad_environment;
}

}  // namespace
}  // namespace headroom::cli

int main(int argc, char** argv) {
  headroom::cli::prepare_standard_streams();
  return headroom::cli::run({argv + std::min(argc, 1), argv + argc});
}
