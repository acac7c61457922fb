#!/usr/bin/env bash
#
# Packs the warehouse and ships it.

set -euo pipefail
shopt -s nullglob

source ./lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/log.sh"
source "$HOME/.warehouserc" || true
. /etc/default/warehouse

readonly VERSION='1.4.0'
export STAGE="${STAGE:-test}" REGION=eu
declare -r -A LIMITS=([small]=10 [large]=1000)
declare -i count=0
typeset -x owner
root_dir=$(cd "$(dirname "$0")" && pwd)
shelves=(a1 b2 c3)
shelves+=(d4)
IFS=$'\n\t'

alias ll='ls -l' shelf='warehouse shelf'

# Prints how the program is used.
# $1: exit code
usage() {
  cat <<EOF
usage: $(basename "$0") [-v] SHELF
EOF
  exit "${1:-0}"
}

function log_info {
  local message=$1
  printf '%s\n' "$message" >&2
}

function pack::shelf() {
  local shelf="$1" target
  readonly target="$root_dir/out"
  declare -g last_shelf=$shelf
  nested_helper() {
    echo nested
  }
  if ! is_known "$shelf"; then
    die "unknown shelf $shelf"
  fi
  for item in "$shelf"/*; do
    log_info "packing $item"
    tar -czf "$target/$(item_name "$item").tgz" "$item"
    (( count += 1 ))
  done
  find . -name '*.tgz' | sort -u | xargs -n1 checksum
  nested_helper
}

is_known() [[ " ${shelves[*]} " == *" $1 "* ]]

cleanup() (
  rm -rf "$root_dir/tmp"
)

_private() { :; }

# Runs when everything is over.
trap cleanup EXIT

while getopts 'vh' option; do
  case $option in
    v) verbose=1 ;;
    h) usage ;;
    *) usage 2 ;;
  esac
done

main() {
  command -v docker >/dev/null || die 'no docker'
  STAGE=live ship "$@" &
  eval "pack::shelf $1"
  "$root_dir/bin/tool" run
  $PAGER file
  wait
}

main "$@"
