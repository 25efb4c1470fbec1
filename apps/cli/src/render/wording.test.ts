import { type EnvelopeToolName, ERRORS, INPUT_SCHEMAS, WARNINGS } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { splitFlags } from "../command.ts";
import { COMMANDS } from "../commands/index.ts";
import { sharedOptions, splitUsage } from "../program.ts";
import { forPeople, problemLine, warningLine } from "./wording.ts";

test("tools and arguments become commands and options", () => {
  expect(forPeople("Run manage_index create, then call again.")).toBe("Run satori index, then call again.");
  expect(forPeople("Run `manage_index clear`, then `manage_index create`.")).toBe(
    "Run `satori clear`, then `satori index`.",
  );
  expect(forPeople("Run manage_index sync, or manage_index reindex with allowUnnecessaryReindex.")).toBe(
    "Run satori sync, or satori reindex --allow-unnecessary.",
  );
  expect(forPeople("Use a project folder, or run `manage_index create` with `force`.")).toBe(
    "Use a project folder, or run `satori index --force`.",
  );
  expect(
    forPeople(
      "No symbol is called x. Similar: y (a.ts:1). To select it, pass its symbolId as open_symbol, with " +
        "its file as path. More.",
    ),
  ).toBe("No symbol is called x. Similar: y (a.ts:1). More.");
  expect(
    forPeople("No symbol x in the index. Similar: y (a.ts:1), z (a.ts:2). To select one, pass its symbolId."),
  ).toBe("No symbol x in the index. Similar: y (a.ts:1), z (a.ts:2).");
  expect(forPeople('X neither calls nor is called. Use direction "callers" to find its uses.')).toBe(
    "X neither calls nor is called. Use satori callers to find its uses.",
  );
  expect(forPeople("x is already indexed; pass force to rebuild it.")).toBe(
    "x is already indexed; pass --force to rebuild it.",
  );
  expect(forPeople("Nothing fits in the budget: raise maxTokens.")).toBe(
    "Nothing fits in the budget: raise --max-tokens.",
  );
  expect(forPeople('x is a variable. Use direction "callers" to find its uses.')).toBe(
    "x is a variable. Use satori callers to find its uses.",
  );
});

test("commands name the folder that they are about", () => {
  expect(forPeople("Run `manage_index clear`, then `manage_index create`.", "/a b")).toBe(
    "Run `satori clear '/a b'`, then `satori index '/a b'`.",
  );
  expect(
    forPeople("Run manage_index sync, or manage_index reindex with allowUnnecessaryReindex.", "/a"),
  ).toBe("Run satori sync /a, or satori reindex --allow-unnecessary /a.");
  expect(forPeople("Run `manage_index create` with `force`.", "/")).toBe("Run `satori index --force /`.");
  expect(forPeople("/a/b has no complete index. Run manage_index create of /a, then call again.", "/a")).toBe(
    "/a/b has no complete index. Run satori index /a, then call again.",
  );
  expect(forPeople("Use `read_file`, or list_codebases.", "/a")).toBe("Use `satori read`, or satori list.");
});

test("names that hold the name of a tool stay as they are", () => {
  expect(forPeople("No symbol Engine.read_file in the index of read_files.ts.")).toBe(
    "No symbol Engine.read_file in the index of read_files.ts.",
  );
  expect(forPeople("The question names src/read_file.py, which is not in the index.")).toBe(
    "The question names src/read_file.py, which is not in the index.",
  );
  expect(forPeople("Similar: read_file.ts:3, lib/file_outline/a.ts.")).toBe(
    "Similar: read_file.ts:3, lib/file_outline/a.ts.",
  );
  expect(forPeople("Use read_file.")).toBe("Use satori read.");
});

test("no sentence of the registries names a tool of the protocol", () => {
  // A session is only named in a tool call, so this warning may mention one.
  const { SESSION_UNKNOWN: _, ...warnings } = WARNINGS;
  for (const { meaning, nextStep } of [...Object.values(warnings), ...Object.values(ERRORS)])
    expect(forPeople(`${meaning} ${nextStep}`)).not.toMatch(
      /manage_index|read_file|call_graph|search_codebase|session|`details`|hints/,
    );
  expect(warningLine("NO_CONFIDENT_MATCH", null)).toContain(
    "Rephrase with words from the code, or check that this is the right codebase.",
  );
});

describe("an answer that is not ok is one line", () => {
  test("with its status", () => {
    expect(problemLine({ status: "not_indexed", message: "/a has no complete index." })).toBe(
      "not indexed: /a has no complete index.",
    );
  });

  test(
    "with next steps about the folder to index, else the codebase, else what the error is about, else " +
      "what was asked for",
    () => {
      const said = (answer: object): string =>
        problemLine({ status: "x", message: "Run manage_index create.", path: "/a/b/c", ...answer }).replace(
          "x: ",
          "",
        );
      expect(said({})).toBe("Run satori index /a/b/c.");
      expect(said({ effectiveRoot: "/a/b" })).toBe("Run satori index /a/b.");
      expect(
        said({ effectiveRoot: "/a/b", hints: { create: { tool: "manage_index", args: { path: "/a" } } } }),
      ).toBe("Run satori index /a.");
      expect(said({ error: { code: "PATH_REFUSED", message: "", details: { path: "/" } } })).toBe(
        "error PATH_REFUSED: Run satori index /.",
      );
    },
  );

  test("with the code of its error, on one line and without control sequences", () => {
    expect(
      problemLine({
        status: "error",
        message: "a\n\x1b[31mb",
        error: { code: "PATH_NOT_FOUND", message: "", details: {} },
      }),
    ).toBe("error PATH_NOT_FOUND: a␊<U+001B>[31mb");
  });

  test("with the way to the log line of a defect", () => {
    expect(
      problemLine({
        status: "error",
        message: "It failed. Report it with this call's log line.",
        error: { code: "INTERNAL", message: "", details: {} },
      }),
    ).toMatch(/ SATORI_LOG_LEVEL=error shows that line\.$/);
  });

  test("with options in the place of arguments", () => {
    const details = [
      { path: "maxTokens", message: "must be >= 100" },
      { path: "query", message: "is required" },
      { path: "start_line", message: "must be integer" },
    ];
    expect(
      problemLine({
        status: "error",
        message: "",
        error: { code: "INVALID_ARGUMENTS", message: "", details },
      }),
    ).toBe(
      "error INVALID_ARGUMENTS: --max-tokens must be >= 100; the query is required; --start must be integer",
    );
  });
});

describe("an argument that is wrong is called as the command line calls it", () => {
  /** Arguments without an option: the commands set them, or do not use them. */
  const UNSET = new Set([
    "session_id",
    "mode",
    "debug",
    "action",
    "direction",
    "rankingMode",
    "resolveMode",
    "symbolIdExact",
    "symbolLabelExact",
    "file_outline.start_line",
    "file_outline.end_line",
    "zillizDropCollection",
  ]);
  const said = (tool: EnvelopeToolName, path: string, message: string): string =>
    problemLine({
      tool,
      status: "error",
      message: "",
      error: { code: "INVALID_ARGUMENTS", message: "", details: [{ path, message }] },
    }).replace("error INVALID_ARGUMENTS: ", "");

  const tools = new Set(COMMANDS.flatMap(({ tool }) => (tool === null ? [] : [tool])));
  test.each([...tools])("%s", (tool) => {
    const commands = COMMANDS.filter((command) => command.tool === tool);
    const known = new Set(
      commands.flatMap((command) =>
        [...splitUsage(command.usage).operands.matchAll(/[a-z]+/g)].map(([operand]) => `the ${operand}`),
      ),
    );
    for (const option of commands.flatMap((command) => [
      ...(command.options ?? []),
      ...sharedOptions(command),
    ]))
      known.add(splitFlags(option).long);
    const names = Object.keys(INPUT_SCHEMAS[tool]["properties"] ?? {}).filter(
      (name) => !UNSET.has(name) && !UNSET.has(`${tool}.${name}`),
    );
    expect(names.map((name) => said(tool, name, "")).filter((option) => !known.has(option))).toEqual([]);
  });

  test("in what is said of it too, but not in what somebody wrote", () => {
    expect(said("read_file", "end_line", "must be at least start_line (436), not 4")).toBe(
      "--end must be at least --start (436), not 4",
    );
    expect(
      said(
        "read_file",
        "start_line",
        "cannot be combined with open_symbol, which shows the symbol's own lines",
      ),
    ).toBe("--start cannot be combined with --symbol, which shows the symbol's own lines");
    expect(said("list_paths", "languages", 'has "start_line", which is no language')).toBe(
      '--lang has "start_line", which is no language',
    );
  });

  test("as an item of a list", () => {
    expect(said("search_text", "include_globs[0]", '"/a" is absolute')).toBe('--include "/a" is absolute');
    expect(said("manage_index", "ignorePatterns.3", "must be string")).toBe("--ignore must be string");
  });

  test("unless a sentence of its own says what is wrong", () => {
    expect(said("search_text", "query", "Not a regular expression: unclosed group")).toBe(
      "Not a regular expression: unclosed group",
    );
  });
});

test("a warning is what it means and what to do", () => {
  expect(warningLine("LAST_RUN_FAILED", "/a")).toMatch(
    /`satori status \/a`, then run `satori reindex \/a`\.$/,
  );
  expect(warningLine("OUTPUT_TRUNCATED", null)).toBe(
    "warning OUTPUT_TRUNCATED: The answer was truncated at a limit. Follow the hint that continues, " +
      "if present, or ask for a smaller part.",
  );
});
