import { ERRORS, WARNINGS } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { forPeople, problemLine, warningLine } from "./wording.ts";

test("tools and arguments become commands and options", () => {
  expect(forPeople("Run manage_index create, then call again.")).toBe("Run satori index, then call again.");
  expect(forPeople("Run `manage_index clear`, then `manage_index create`.")).toBe("Run `satori clear`, then `satori index`.");
  expect(forPeople("Run manage_index sync, or manage_index reindex with allowUnnecessaryReindex.")).toBe("Run satori sync, or satori reindex --allow-unnecessary.");
  expect(forPeople("Name a project folder, or pass `force` if that is what you want.")).toBe("Name a project folder, or pass `--force` if that is what you want.");
});

test("names that hold the name of a tool stay as they are", () => {
  expect(forPeople("No symbol Engine.read_file is in the index of read_files.ts.")).toBe("No symbol Engine.read_file is in the index of read_files.ts.");
  expect(forPeople("Use read_file.")).toBe("Use satori read.");
});

test("no sentence of the registries names a tool of the protocol", () => {
  // Whoever names a session does so in a call of a tool.
  const { SESSION_UNKNOWN: _, ...warnings } = WARNINGS;
  for (const { meaning, nextStep } of [...Object.values(warnings), ...Object.values(ERRORS)]) expect(forPeople(`${meaning} ${nextStep}`)).not.toMatch(/manage_index|read_file|call_graph|search_codebase|session|`details`/);
});

describe("an answer that is not ok is one line", () => {
  test("with its status", () => {
    expect(problemLine({ status: "not_indexed", message: "/a has no complete index." })).toBe("not indexed: /a has no complete index.");
  });

  test("with the code of its error, on one line and without control sequences", () => {
    expect(problemLine({ status: "error", message: "a\n\x1b[31mb", error: { code: "PATH_NOT_FOUND", message: "", details: {} } })).toBe("error PATH_NOT_FOUND: a␊b");
  });

  test("with the way to the log line of a defect", () => {
    expect(problemLine({ status: "error", message: "It failed. Report it with the log line of this call.", error: { code: "INTERNAL", message: "", details: {} } })).toMatch(/ SATORI_LOG_LEVEL=error shows that line\.$/);
  });

  test("with options in the place of arguments", () => {
    const details = [{ path: "maxTokens", message: "must be >= 100" }, { path: "query", message: "is required" }, { path: "start_line", message: "must be integer" }];
    expect(problemLine({ status: "error", message: "", error: { code: "INVALID_ARGUMENTS", message: "", details } })).toBe("error INVALID_ARGUMENTS: --max-tokens must be >= 100; the query is required; --start must be integer");
  });
});

test("a warning is what it means and what to do", () => {
  expect(warningLine("OUTPUT_TRUNCATED")).toBe("warning OUTPUT_TRUNCATED: The answer was cut at a limit. Follow the hint that continues, or ask for a smaller part.");
});
