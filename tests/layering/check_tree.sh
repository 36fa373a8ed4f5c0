#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_tree.sh ROOT: prints each include that points the wrong way and each reference key that is not listed or not
# used; exit status 1 if there is any.
set -euo pipefail
export LC_ALL=C
cd "$1"

# Who may include whom; cli -> report -> plan -> {sim, calibrate} -> models -> base.
declare -A may_include=(
  [base]="base"
  [models]="base models"
  [sim]="base models sim"
  [calibrate]="base models calibrate"
  [plan]="base models sim calibrate plan"
  [report]="base models sim calibrate plan report"
  [cli]="base models sim calibrate plan report cli"
)
modules=(base models sim calibrate plan report cli)

# No I/O, no clock, no threads, no randomness and no YAML in models.
not_in_models='^<(yaml-cpp/.*|chrono|ctime|random|fstream|iostream|filesystem|thread|mutex|atomic|future)>$|^"base/random\.h"$'
# Seconds of compile time each: a header would spread them.
not_in_headers='^[<"](Eigen|boost|yaml-cpp|catch2|fmt)/'

failures=0
report() {
  echo "$1"
  failures=$((failures + 1))
}

check_include() {  # FILE LINE TARGET, the target with its quotes or angle brackets
  local file=$1 place="$1:$2" target=$3
  local module=${file%%/*} folder=${3#[\"<]}
  folder=${folder%%/*}
  if [[ $target == \"* && " ${may_include[$module]} " != *" $folder "* ]]; then
    report "$place: $module may not include $target"
  fi
  if [[ $target == \<* && -v may_include[$folder] && $target == */* ]]; then
    report "$place: write $target with quotes"
  fi
  if [[ $module == models && $target =~ $not_in_models ]]; then
    report "$place: models may not include $target"
  fi
  if [[ $file == *.h && $target =~ $not_in_headers ]]; then
    report "$place: no header may include $target"
  fi
  if [[ $target == [\<\"]boost/* && $module != cli ]]; then
    report "$place: only cli may include $target"
  fi
  if [[ $target == [\<\"]yaml-cpp/* && $module != plan ]]; then
    report "$place: only plan may include $target"
  fi
}

check_includes() {
  local include='^([^:]+):([0-9]+):[[:space:]]*#[[:space:]]*include[[:space:]]*(["<][^">]*[">])' line
  while IFS= read -r line; do
    [[ $line =~ $include ]] && check_include "${BASH_REMATCH[@]:1:3}"
  done < <(grep -rnE --include='*.h' --include='*.cpp' '^\s*#\s*include' "${modules[@]}" 2>/dev/null | sort)
}

# Comments cite as [LZGS84] or [LZGS84, ch. 3]; docs/references.md lists every key as "- **LZGS84** ..." and no other.
check_references() {
  local key_pattern='\[[A-Z][A-Za-z]*[0-9]{2}[a-z]?\b' references=docs/references.md listed="" line key
  if [[ -f $references ]]; then
    listed=$(sed -nE 's/^- \*\*([A-Za-z0-9]+)\*\*.*/\1/p' "$references" | sort -u)
  fi
  while IFS= read -r line; do
    key=${line##*[}
    grep -qxF "$key" <<<"$listed" || report "${line%:*}: [$key] is not in $references"
  done < <(grep -rnE --include='*.h' --include='*.cpp' "//.*$key_pattern" "${modules[@]}" tests 2>/dev/null | sort |
    while IFS= read -r line; do
      grep -oE "$key_pattern" <<<"${line#*//}" | sed "s|^|$(cut -d: -f1,2 <<<"$line"):|"
    done)
  for key in $listed; do
    grep -rqw --include='*.h' --include='*.cpp' --include='*.md' --include='*.yaml' --exclude=references.md \
      "$key" . || report "$references: [$key] is used nowhere"
  done
}

[[ -d base ]] || report "$PWD: there is no base/ to check"
check_includes
check_references
if ((failures > 0)); then
  echo "$failures violations"
  exit 1
fi
