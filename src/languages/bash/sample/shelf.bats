#!/usr/bin/env bats

load test_helper
load 'helpers/docker'
bats_require_minimum_version 1.5.0

setup() {
  tmp="$(mktemp -d)"
}

# The empty shelf.
@test "an empty shelf has no items" {
  run warehouse list A1
  assert_success
  [ "$output" = "" ]
}

@test 'adding twice fails' {
  run -1 warehouse add A1 item
}

teardown() {
  rm -r "$tmp"
}
