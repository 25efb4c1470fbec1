import { checkLanguage } from "../testing/check.ts";

checkLanguage("tool.sh", {
  "functions and variables": {
    source: `
      #!/usr/bin/env bash
      # A script.

      readonly VERSION=1.0
      export PATH="$PATH:x" HOME_DIR=y
      declare -A map=([a]=1)
      count=1
      alias ll='ls -l'
      # Opens it.
      # With care.
      function open_it {
        local inside=1
        other=2
      }
      helper() {
        nested() { :; }
      }
      function run-all() ( in_subshell )
      log::info() { :; }
    `,
    outline: `
      constant VERSION 4-4
      variable PATH 5-5
      variable HOME_DIR 5-5
      variable map 6-6
      variable count 7-7
      function ll 8-8
      function open_it 11-14
      function helper 15-17
        function helper.nested 16-16
      function run-all 18-18
      function log::info 19-19
    `,
    signatures: `
      VERSION | VERSION=1.0
      PATH | PATH="$PATH:x"
      HOME_DIR | HOME_DIR=y
      map | map=([a]=1)
      count | count=1
      ll | alias ll='ls -l'
      open_it | function open_it
      helper | helper()
      helper.nested | nested()
      run-all | function run-all()
      log::info | log::info()
    `,
    docs: "open_it | Opens it.",
  },
  "tests of bats are functions": {
    path: "store.bats",
    source: `
      load test_helper
      setup() {
        true
      }
      @test "opens a file: twice" {
        run open_it "$file"
        [ "$status" -eq 0 ]
      }
      @test 'shuts' {
        shut_it
      }
    `,
    outline: `
      function setup 2-4
      function opens a file: twice 5-8
      function shuts 9-11
    `,
    signatures: "setup | setup()",
    calls: `
      6: open_it in opens a file: twice
      10: shut_it in shuts
    `,
    imports: "1: include test_helper",
  },
  calls: {
    source: `
      helper "$a" | filter --x
      main() {
        if check_it; then say "$(inner 1)"; fi
        [[ -f x ]] && { log::info "x"; }
        echo "$(git status)"
        "$command" argument
        sudo restart_it
      }
      trap cleanup EXIT
    `,
    calls: `
      1: helper
      1: filter
      3: check_it in main
      3: say in main
      3: inner in main
      4: log::info in main
      5: git in main
      7: sudo in main
      7: restart_it in main
      9: cleanup
    `,
  },
  imports: {
    source: `
      source ./lib.sh
      . "$DIR/other.sh"
    `,
    imports: `
      1: include ./lib.sh
      2: include $DIR/other.sh
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      first() { :; }
      broken() { if [[ ; then }
      second() { :; }
    `,
    outline: `
      function first 1-1
      function second 3-3
    `,
    diagnostics: "syntax_error",
  },
});
