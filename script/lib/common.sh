# Sourced first by the scripts of the folder above: strict mode, the repository as the working
# folder, and the few functions that more than one of them needs.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Objects of one clone serve another one, wherever it is.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# build PRESET [TARGET...]: configures and builds one preset of CMakePresets.json, quietly where
# nothing is wrong.
build() {
  local preset=$1
  shift
  local log=build/$preset-configure.log
  mkdir -p build
  [[ $preset != release ]] || script/openssl
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

# read_counts LOG STATUS: sets `p` and `f` from the last `N passed, N failed` of a log. A run that
# ended without that line, or badly in spite of it, counts as one failure.
read_counts() {
  local counts
  counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*$/\1 \2/p' "$1" | tail -n 1)
  read -r p f <<<"${counts:-0 1}"
  (($2 == 0 || f > 0)) || f=1
}

# The oldest Node.js that the JavaScript tests run on (the SDK asks for 20).
NODE_OLDEST=20.15.0

# node_binary: prints the Node.js to use: the one on PATH if it is new enough, else the one that
# script/bootstrap put below build/node. Fails when there is neither.
node_binary() {
  local found
  if found=$(command -v node) && node_is_new_enough "$found"; then
    printf '%s\n' "$found"
    return
  fi
  for found in build/node/node_modules/node-linux-*/bin/node; do
    if [[ -x $found ]] && node_is_new_enough "$found"; then
      printf '%s\n' "$PWD/$found"
      return
    fi
  done
  return 1
}

node_is_new_enough() {
  local version
  version=$("$1" --version 2>/dev/null) || return 1
  printf '%s\n' "$NODE_OLDEST" "${version#v}" | sort --version-sort --check=quiet
}
