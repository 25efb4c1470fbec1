import { homedir } from "node:os";
import { describe, expect, test } from "vitest";
import { splitFlags } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { FOREIGN_COMMANDS, FOREIGN_TASKS } from "./unsupported-options.ts";
import { parseCommandLine } from "./program.ts";

const parse = (...argv: string[]) => parseCommandLine(argv, COMMANDS, "1.2.3");
const check = (argv: readonly string[], expected: object): void =>
  expect(parse(...argv)).toMatchObject(expected);

describe("a command line", () => {
  test("is a command, its operands and its options, in any order", () => {
    check(["search", "two", "words", "--limit", "3"], {
      kind: "command",
      spec: { tool: "search_codebase" },
      operands: ["two", "words"],
      options: { limit: "3" },
      globals: { color: true },
    });
    check(["search", "--limit", "3", "two", "--json", "words"], {
      operands: ["two", "words"],
      options: { limit: "3" },
      globals: { json: true },
    });
    check(["--json", "--path", "a", "search", "x"], { operands: ["x"], globals: { json: true, path: "a" } });
    check(["search", "x", "--path=b", "--no-color"], { globals: { path: "b", color: false } });
    check(["tools", "list"], { spec: { usage: "tools list" }, operands: [] });
    for (const argv of [
      ["tools", "--json"],
      ["--json", "tools"],
    ])
      check(argv, { spec: { usage: "tools list" }, operands: [], globals: { json: true } });
    check(["tool", "call", "read_file", "@-"], { operands: ["read_file", "@-"] });
  });

  test("has repeatable options", () => {
    check(["index", "--ignore", "a", "--ignore", "b/**", "--extension", ".tmpl"], {
      options: { ignore: ["a", "b/**"], extension: [".tmpl"] },
      operands: [],
    });
  });

  test("looks from the folder that is its operand, where it has one", () => {
    check(["paths", "src"], { globals: { path: "src" } });
    check(["paths", "src", "--path", "shop"], { globals: { path: "shop/src" } });
    check(["paths", "C:\\src", "--path", "shop"], { globals: { path: "C:\\src" } });
    check(["paths"], { globals: { color: true } });
  });

  test("finds the home folder where a shell has left it unread", () => {
    check(["status", "--path=~/shop"], { globals: { path: `${homedir()}/shop` } });
    check(["--path=~", "search", "~/shop"], { globals: { path: homedir() }, operands: ["~/shop"] });
    check(["tool", "call", "read_file", "--args-file=~/a.json"], {
      options: { argsFile: `${homedir()}/a.json` },
    });
    check(["status", "--path=~other/x"], { globals: { path: "~other/x" } });
    check(["index", "--ignore=~/x"], { options: { ignore: ["~/x"] } });
  });

  test("does not take an empty path for the working directory", () => {
    const refused: readonly (readonly [argv: readonly string[], name: string])[] = [
      [["clear", ""], "path"],
      [["status", "--path="], "--path"],
      [["--path", "", "search", "x"], "--path"],
      [["grep", "x", "src", ""], "paths"],
      [["read", ""], "file"],
    ];
    for (const [argv, name] of refused)
      check(argv, { kind: "usage_error", message: `${name} is empty: write . for the working directory` });
    check(["index", "--ignore", ""], { kind: "command" });
  });

  test("takes -path: for an operator of the question", () => {
    check(["search", "-path:vendor/**", "retry", "-path:test"], {
      operands: ["-path:vendor/**", "retry", "-path:test"],
    });
  });

  test("has short options, several behind one dash and with their value", () => {
    check(["grep", "-rniE", "-tgo", "-C2", "-g", "*.go", "x"], {
      operands: ["x"],
      options: {
        recursive: true,
        lineNumber: true,
        ignoreCase: true,
        regex: true,
        lang: ["go"],
        context: "2",
        include: ["*.go"],
      },
    });
  });

  test("has a number behind one dash for the lines around a match, unless it is a value or stands behind --", () => {
    check(["grep", "-2", "x"], { operands: ["x"], options: { context: "2" } });
    check(["--quiet", "grep", "x", "src", "-l", "-1"], {
      operands: ["x", "src"],
      options: { context: "1", filesWithMatches: true },
    });
    check(["grep", "x", "--limit", "-1"], { operands: ["x"], options: { limit: "-1" } });
    check(["grep", "--", "-2"], { operands: ["-2"] });
    check(["search", "-2"], { operands: ["-2"] });
  });

  test("takes everything behind -- for operands", () => {
    check(["search", "--limit", "2", "--", "--json", "-path:x"], {
      operands: ["--json", "-path:x"],
      options: { limit: "2" },
    });
    expect(parse("search", "--", "--json")).not.toMatchObject({ globals: { json: true } });
  });
});

describe("a mistake", () => {
  test("comes with the nearest command", () => {
    check(["serch", "x"], {
      kind: "usage_error",
      message: "unknown command 'serch' (Did you mean search?)",
      spec: null,
    });
    check(["version"], { kind: "usage_error", message: "unknown command 'version': use satori --version" });
    check(["completions", "bash"], { message: "unknown command 'completions': use satori completion" });
    check(["tool", "ls"], { message: "unknown command 'ls'" });
    for (const [word, meant] of Object.entries(FOREIGN_COMMANDS)) {
      check([word], { kind: "usage_error", message: `unknown command '${word}': use satori ${meant}` });
      expect(parse(meant, "--help").kind, word).toBe("text");
    }
    for (const [word, advice] of Object.entries(FOREIGN_TASKS)) {
      check([word], { kind: "usage_error", message: `unknown command '${word}': ${advice}` });
      for (const [, command = ""] of advice.matchAll(/\bsatori (\w+)/g))
        expect(parse(command, "--help").kind, advice).toBe("text");
    }
    check(["constructor"], { message: "unknown command 'constructor'" });
    check(["tool", "cal"], { kind: "usage_error", message: "unknown command 'cal' (Did you mean call?)" });
  });

  test("is options without a command", () => {
    for (const argv of [["--json"], ["--path", "."], ["--quiet", "--json"]])
      check(argv, { kind: "usage_error", message: "a command is missing", spec: null });
  });

  test("is a group without one of its commands, and help for what there is not", () => {
    check(["tool"], { kind: "usage_error", message: "'tool' requires a command: call", spec: null });
    check(["help", "nope"], { kind: "usage_error", message: "unknown command 'nope'" });
    check(["help", "serch"], {
      kind: "usage_error",
      message: "unknown command 'serch' (Did you mean search?)",
    });
    check(["--quiet", "help", "tool", "cal"], {
      kind: "usage_error",
      message: "unknown command 'cal' (Did you mean call?)",
    });
    check(["help", "search", "nope"], { kind: "usage_error", message: "unknown command 'search nope'" });
  });

  test("names what is wrong", () => {
    check(["search", "--limt", "3", "x"], {
      kind: "usage_error",
      message: "unknown option '--limt' (Did you mean --limit?)",
      spec: { tool: "search_codebase" },
    });
    check(["grep", "-v", "x"], {
      message: "unknown option '-v': lines without a match cannot be searched for",
    });
    check(["grep", "-vn", "x"], {
      message: "unknown option '-vn': lines without a match cannot be searched for",
    });
    check(["grep", "--type=go", "x"], { message: "unknown option '--type': use --lang or -t" });
    check(["search", "-must:foo", "x"], {
      message:
        "unknown option '-must:foo': only the operator path: can have a dash; use exclude:text to " +
        "exclude results with a text",
    });
    check(["search", "-lang:js", "x"], {
      message:
        "unknown option '-lang:js': only the operator path: can have a dash; use -path:'*.js' to " +
        "exclude files by name",
    });
    check(["list", "-q"], {
      message: "unknown option '-q': use --quiet to hide progress and warnings",
    });
    check(["list", "--constructor"], { message: "unknown option '--constructor'" });
    check(["search", "--no-interaction"], {
      message: "unknown option '--no-interaction': put -- in front of a text that begins with a dash",
    });
    check(["grep", "--max-columns", "src"], {
      message: "unknown option '--max-columns': put -- in front of a text that begins with a dash",
    });
    check(["search"], { kind: "usage_error", message: "missing required argument 'query'" });
    check(["search", "x", "--limit"], {
      kind: "usage_error",
      message: "option '--limit <n>' argument missing",
    });
    check(["list", "x"], { kind: "usage_error" });
    check(["bad\x1b[31m"], { kind: "usage_error", message: "unknown command 'bad<U+001B>[31m'" });
  });
});

describe("help", () => {
  test("is what one gets without arguments, and says what to try first", () => {
    for (const argv of [[], ["--help"], ["-h"], ["help"], ["--help", "--json"]])
      expect(parse(...argv)).toMatchObject({ kind: "text", text: expect.stringContaining("Try first") });
  });

  test("shows --path where a folder is of interest, and takes it elsewhere", () => {
    expect(parse("sync", "--help")).toMatchObject({ text: expect.stringContaining("--path <dir>") });
    for (const command of [["list"], ["serve"], ["doctor"], ["tools", "list"]])
      expect(parse(...command, "--help")).toMatchObject({ text: expect.not.stringContaining("--path") });
    check(["list", "--path", "a"], { kind: "command", globals: { path: "a" } });
  });

  test("shows which operands can be given several times", () => {
    for (const operands of ["grep <text> [paths...]", "search <query...>", "status [path]"])
      expect(parse()).toMatchObject({ text: expect.stringContaining(`\n  ${operands} `) });
  });

  test("names a group with its command", () => {
    expect(parse()).toMatchObject({
      text: expect.stringMatching(
        /\n {2}tools list {2,}List .+\n.*\n? {2}tool call <name> \[arguments\] {2,}Call /,
      ),
    });
  });

  test("leaves out what asks for what is done anyway", () => {
    expect(parse("grep", "--help")).toMatchObject({ text: expect.not.stringContaining("--line-number") });
  });

  test("no command has an option that it tells people to give another for", () => {
    for (const { usage, options = [], foreignOptions = {} } of COMMANDS) {
      const own = options.map(splitFlags).flatMap(({ short, long }) => [short, long]);
      expect(own, usage).not.toContain("");
      expect(
        Object.keys(foreignOptions).filter((option) => own.includes(option)),
        usage,
      ).toEqual([]);
    }
  });

  test("of every command has an example", () => {
    for (const { usage } of COMMANDS) {
      const words = usage.replace(/ [<[].*/, "").split(" ");
      expect(parse(...words, "--help"), usage).toMatchObject({
        kind: "text",
        text: expect.stringMatching(/Examples:\n {2}\S/),
      });
    }
  });

  test("of a command is the same by its name after help", () => {
    for (const command of ["search", "reindex", "tool"])
      expect(parse("help", command)).toEqual(parse(command, "--help"));
    expect(parse("help", "tool", "call")).toEqual(parse("tool", "call", "--help"));
    for (const option of ["--help", "-h"]) expect(parse(option, "search")).toEqual(parse("search", "--help"));
    expect(parse("search", "-h")).toEqual(parse("search", "--help"));
    expect(parse("--help", "nope")).toMatchObject({ kind: "usage_error", message: "unknown command 'nope'" });
    expect(parse("help", "reindex")).toMatchObject({ text: expect.stringContaining("--allow-unnecessary") });
  });

  test("tells the version", () => {
    for (const option of ["--version", "-V"]) check([option], { kind: "text", text: "1.2.3\n" });
  });
});
