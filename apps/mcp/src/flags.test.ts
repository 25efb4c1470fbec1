import { describe, expect, it } from "vitest";
import { parseFlags, parseToolSets } from "./flags.ts";

describe("parseFlags", () => {
  it("reads flags in both spellings", () => {
    const expected = { kind: "serve", root: "/src", tools: "core", logLevel: "debug" };
    expect(parseFlags(["--root", "/src", "--tools", "core", "--log-level", "debug"])).toEqual(expected);
    expect(parseFlags(["--root=/src", "--tools=core", "--log-level=debug"])).toEqual(expected);
    expect(parseFlags([])).toEqual({ kind: "serve", root: null, tools: null, logLevel: null });
  });

  it("answers help before version, and both before anything else", () => {
    expect(parseFlags(["--version", "--help"])).toEqual({ kind: "help" });
    expect(parseFlags(["-h"])).toEqual({ kind: "help" });
    expect(parseFlags(["--version", "--root", "/src"])).toEqual({ kind: "version" });
  });

  const misused = (args: readonly string[], problem: RegExp) => it(`refuses ${args.join(" ")}`, () => expect(parseFlags(args)).toEqual({ kind: "misused", problem: expect.stringMatching(problem) }));
  misused(["--http"], /--http/);
  misused(["/src"], /\/src/);
  misused(["--root"], /--root/);
  misused(["--root="], /--root needs a value/);
  misused(["--tools", "core,everything"], /"core,everything".*core/);
  misused(["--tools="], /--tools/);
});

describe("parseToolSets", () => {
  it("takes lists with blanks", () => expect(parseToolSets(" core , workspace,")).toEqual({ sets: ["core", "workspace"] }));
  it("names what there is", () => expect(parseToolSets(",")).toEqual({ problem: '"," is no list of tool sets. Known are core, scope, workspace' }));
});
