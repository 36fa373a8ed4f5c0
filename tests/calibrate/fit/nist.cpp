// SPDX-License-Identifier: Apache-2.0
#include "tests/calibrate/fit/nist.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace headroom::calibrate::testing {
namespace {

using Parameters = std::span<const double>;
using Model = double (*)(Parameters, double);

double square(double x) { return x * x; }

double lanczos3(Parameters b, double x) {
  return b[0] * std::exp(-b[1] * x) + b[2] * std::exp(-b[3] * x) + b[4] * std::exp(-b[5] * x);
}

double gauss1(Parameters b, double x) {
  return b[0] * std::exp(-b[1] * x) + b[2] * std::exp(-square((x - b[3]) / b[4])) +
         b[5] * std::exp(-square((x - b[6]) / b[7]));
}

double thurber(Parameters b, double x) {
  return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])));
}

double kirby2(Parameters b, double x) {
  return (b[0] + x * (b[1] + x * b[2])) / (1 + x * (b[3] + x * b[4]));
}

double rise(Parameters b, double x) { return b[0] * (1 - std::exp(-b[1] * x)); }

double chwirut2(Parameters b, double x) { return std::exp(-b[0] * x) / (b[1] + b[2] * x); }

double dan_wood(Parameters b, double x) { return b[0] * std::pow(x, b[1]); }

double mgh17(Parameters b, double x) {
  return b[0] + b[1] * std::exp(-x * b[3]) + b[2] * std::exp(-x * b[4]);
}

double mgh09(Parameters b, double x) {
  return b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
}

double mgh10(Parameters b, double x) { return b[0] * std::exp(b[1] / (x + b[2])); }

double rat43(Parameters b, double x) {
  return b[0] / std::pow(1 + std::exp(b[1] - b[2] * x), 1 / b[3]);
}

double eckerle4(Parameters b, double x) {
  return b[0] / b[1] * std::exp(-0.5 * square((x - b[2]) / b[1]));
}

double bennett5(Parameters b, double x) { return b[0] * std::pow(b[1] + x, -1 / b[2]); }

const std::map<std::string, Model>& models() {
  static const std::map<std::string, Model> table = {
      {"Misra1a", rise},     {"Chwirut2", chwirut2}, {"Lanczos3", lanczos3}, {"Gauss1", gauss1},
      {"DanWood", dan_wood}, {"Kirby2", kirby2},     {"MGH17", mgh17},       {"MGH09", mgh09},
      {"Thurber", thurber},  {"BoxBOD", rise},       {"Rat43", rat43},       {"Eckerle4", eckerle4},
      {"MGH10", mgh10},      {"Bennett5", bennett5}};
  return table;
}

/// "  b1 =   500   250   2.3894212918E+02  2.7070075241E+00": starts, value, standard deviation.
void read_parameter(const std::string& text, NistProblem& problem) {
  std::istringstream in(text);
  double start_1 = 0;
  double start_2 = 0;
  double value = 0;
  double deviation = 0;
  if (!(in >> start_1 >> start_2 >> value >> deviation)) throw std::runtime_error(text);
  problem.starts[0].push_back(start_1);
  problem.starts[1].push_back(start_2);
  problem.certified.push_back(value);
  problem.standard_errors.push_back(deviation);
}

}  // namespace

std::vector<std::string> nist_names() {
  std::vector<std::string> names;
  for (const auto& [name, model] : models()) names.push_back(name);
  return names;
}

NistProblem read_nist(const std::string& name) {
  NistProblem problem{models().at(name), {}, {}, {}, 0, {}, {}};
  const std::string path = "data/reference/nist/" + name + ".dat";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string sum = "Residual Sum of Squares:";
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("  b") && line.find('=') != std::string::npos) {
      read_parameter(line.substr(line.find('=') + 1), problem);
    }
    if (line.starts_with(sum)) problem.cost = std::stod(line.substr(sum.size()));
    double y = 0;
    double x = 0;
    if (number <= 60 || !(std::istringstream(line) >> y >> x)) continue;
    problem.y.push_back(y);
    problem.x.push_back(x);
  }
  return problem;
}

}  // namespace headroom::calibrate::testing
