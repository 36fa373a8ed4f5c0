#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_tree_test.sh DIR: makes a small tree in DIR that breaks each rule once, and one that breaks none, and compares
# what check_tree.sh says of them.
set -euo pipefail
check="$(dirname "$(realpath "$0")")/check_tree.sh"
rm -rf "$1"
mkdir -p "$1/good" "$1/bad"

write() {  # FILE LINE...
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "${@:2}" >"$1"
}

cd "$1/good"
write base/a.h '#include <chrono>' '// Little [L61] and one that is [not 99] a key: m[A]'
write models/a.cpp '#include "base/a.h"' '#include "models/a.h"' '#include <Eigen/Core>' '#include <cmath>'
write sim/a.cpp '#include "models/a.h"' '#include <random>' '#include <thread>'
write calibrate/a.cpp '#include "models/a.h"' '#include <fmt/format.h>' 'auto x = keys[KEY12];'
write plan/a.cpp '#include "sim/a.h"' '#include "calibrate/a.h"' '#include <yaml-cpp/yaml.h>'
write report/a.cpp '#include "plan/a.h"'
write cli/a.cpp '#include "report/a.h"' '#include <boost/program_options.hpp>'
write docs/references.md '# References' '- **L61** J. Little'
bash "$check" . || { echo "the good tree was refused"; exit 1; }

cd "$1/bad"
write base/a.h '#include "models/a.h"' '#include "a.h"' '#include <fmt/format.h>' '#include <Eigen/Core>'
write models/a.cpp '#include "sim/a.h"' '#include <base/a.h>' '  #  include <chrono>' '#include <random>' \
  '#include <fstream>' '#include <thread>' '#include <yaml-cpp/yaml.h>' '#include "base/random.h"'
write sim/a.h '#include "calibrate/a.h"' '#include <catch2/catch.hpp>' '/// [LZGS84, ch. 3], not [AB12c]'
write calibrate/a.cpp '#include "sim/a.h"' '#include <boost/program_options.hpp>'
write plan/a.h '#include "report/a.h"' '#include <yaml-cpp/yaml.h>'
write report/a.cpp '#include "cli/a.h"' '#include <yaml-cpp/yaml.h>'
write cli/a.h '#include <boost/program_options.hpp>'
write docs/references.md '- **LZGS84** Lazowska' '- **CL94** nobody'
cat >../expected <<'EOF'
base/a.h:1: base may not include "models/a.h"
base/a.h:2: base may not include "a.h"
base/a.h:3: no header may include <fmt/format.h>
base/a.h:4: no header may include <Eigen/Core>
calibrate/a.cpp:1: calibrate may not include "sim/a.h"
calibrate/a.cpp:2: only cli may include <boost/program_options.hpp>
cli/a.h:1: no header may include <boost/program_options.hpp>
models/a.cpp:1: models may not include "sim/a.h"
models/a.cpp:2: write <base/a.h> with quotes
models/a.cpp:3: models may not include <chrono>
models/a.cpp:4: models may not include <random>
models/a.cpp:5: models may not include <fstream>
models/a.cpp:6: models may not include <thread>
models/a.cpp:7: models may not include <yaml-cpp/yaml.h>
models/a.cpp:7: only plan may include <yaml-cpp/yaml.h>
models/a.cpp:8: models may not include "base/random.h"
plan/a.h:1: plan may not include "report/a.h"
plan/a.h:2: no header may include <yaml-cpp/yaml.h>
report/a.cpp:1: report may not include "cli/a.h"
report/a.cpp:2: only plan may include <yaml-cpp/yaml.h>
sim/a.h:1: sim may not include "calibrate/a.h"
sim/a.h:2: no header may include <catch2/catch.hpp>
sim/a.h:3: [AB12c] is not in docs/references.md
docs/references.md: [CL94] is used nowhere
24 violations
EOF
status=0
bash "$check" . >../found || status=$?
diff -u ../expected ../found
[[ $status == 1 ]] || { echo "exit status $status"; exit 1; }
