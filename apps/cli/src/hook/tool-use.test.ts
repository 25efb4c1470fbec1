import fc from "fast-check";
import { expect, test } from "vitest";
import { toolUseOf } from "./tool-use.ts";

const kindOf = (name: string, input: object = {}): string => toolUseOf(name, input).kind;
const shell = (command: string): string => kindOf("Bash", { command });

test("built-in tools of each client count as searches and reads", () => {
  for (const name of ["Grep", "Glob", "grep_search", "search_file_content", "glob"])
    expect(kindOf(name), name).toBe("search");
  for (const [name, input] of [
    ["Read", { file_path: "/a.ts" }],
    ["read_file", { absolute_path: "/a.ts" }],
    ["Read", { target_file: "/a.ts" }],
  ] as const)
    expect(toolUseOf(name, input)).toEqual({ kind: "read", target: "/a.ts" });
  for (const name of ["Edit", "Write", "Task", "WebFetch"]) expect(kindOf(name), name).toBe("other");
});

test("tools of MCP servers are no searches, whatever their names", () => {
  for (const name of [
    "mcp__satori__search_codebase",
    "mcp__plugin_satori_satori__read_file",
    "mcp_satori_call_graph",
    "MCP:file_outline",
  ])
    expect(kindOf(name), name).toBe("other");
});

test.each([
  ["rg -n retry src", "search"],
  ["cd src && grep -rn 'a; b && c' .", "search"],
  ["git grep -n retry", "search"],
  ["find . -name '*.ts' | xargs grep x", "search"],
  ["LC_ALL=C /usr/bin/grep x y", "search"],
  ["bash -lc 'rg retry | head'", "search"],
  ["cat src/a.ts", "read"],
  ["sed -n 1,40p src/a.ts", "read"],
  ["head -50 a.ts; tail a.ts", "read"],
  ["satori search retries", "other"],
  ["cd x && satori outline a.ts | head", "other"],
  ["npm test", "other"],
  ["npm test | grep FAIL", "other"],
  ["git log | tail -3", "other"],
  ["rg x && npm test", "other"],
  ["cat > a.ts <<'E'", "other"],
  ["sed -i s/a/b/ a.ts", "other"],
  ["find . -name x -delete", "other"],
  ["ls -la", "other"],
  ["", "other"],
  [`rg ${"x".repeat(5_000)}`, "other"],
])("the shell command %j is: %s", (command, kind) => expect(shell(command)).toBe(kind));

test("no input makes it throw", () => {
  fc.assert(
    fc.property(fc.string(), fc.anything(), (name, input) => {
      expect(["search", "read", "other"]).toContain(toolUseOf(name, input).kind);
    }),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '"', "|", "&", ";", "\n", "(", "rg", " ") }),
      (command) => {
        expect(["search", "read", "other"]).toContain(shell(command));
      },
    ),
  );
});
