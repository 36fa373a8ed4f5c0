// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "base/error.h"

namespace headroom::cli {

void prepare_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open() takes the lowest free number, which is this one.
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
      static_cast<void>(open("/dev/null", O_RDWR));
  }
  std::signal(SIGPIPE, SIG_IGN);
}

bool is_terminal(int stream) {
  const char* const kind = std::getenv("TERM");
  return isatty(stream) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

report::Style output_style() {
  const char* const no_colour = std::getenv("NO_COLOR");
  const bool is_refused = no_colour != nullptr && *no_colour != '\0';
  report::Style style;
  style.has_colour = is_terminal(STDOUT_FILENO) && !is_refused;
  return style;
}

void write_output(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return;
    } else if (errno != EINTR) {
      const std::string reason = std::generic_category().message(errno);
      throw EnvironmentError("standard output cannot be written: " + reason,
                             "the answer is lost; give it another place and run again");
    }
  }
}

}  // namespace headroom::cli
