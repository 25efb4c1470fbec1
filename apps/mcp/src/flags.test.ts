import { describe, expect, it } from "vitest";
import { parseFlags } from "./flags.ts";

describe("parseFlags", () => {
  it("reads flags in both spellings", () => {
    const expected = {
      kind: "serve",
      http: null,
      root: "/src",
      tools: "core",
      answers: "text",
      isStandalone: true,
      localProcess: null,
      logLevel: "debug",
      logFormat: "text",
    };
    expect(
      parseFlags([
        "--root",
        "/src",
        "--tools",
        "core",
        "--answers",
        "text",
        "--standalone",
        "--log-level",
        "debug",
        "--log-format",
        "text",
      ]),
    ).toEqual(expected);
    expect(
      parseFlags([
        "--root=/src",
        "--tools=core",
        "--answers=text",
        "--standalone",
        "--log-level=debug",
        "--log-format=text",
      ]),
    ).toEqual(expected);
    expect(parseFlags([])).toEqual({
      kind: "serve",
      http: null,
      root: null,
      tools: null,
      answers: null,
      isStandalone: false,
      localProcess: null,
      logLevel: null,
      logFormat: null,
    });
  });

  it.each([
    [["--http"], "127.0.0.1", 7411],
    [["--http", "--port", "0"], "127.0.0.1", 0],
    [["--http", "--host", "0.0.0.0", "--port=80"], "0.0.0.0", 80],
    [["--host=[::1]", "--http"], "::1", 7411],
  ])("reads where to listen: %j", (args, host, port) =>
    expect(parseFlags(args)).toMatchObject({ kind: "serve", http: { host, port } }),
  );

  it("answers help before version, and both before anything else", () => {
    expect(parseFlags(["--version", "--help"])).toEqual({ kind: "help" });
    expect(parseFlags(["-h"])).toEqual({ kind: "help" });
    expect(parseFlags(["--version", "--root", "/src"])).toEqual({ kind: "version" });
  });

  const misused = (args: readonly string[], problem: RegExp) =>
    it(`refuses ${args.join(" ")}`, () =>
      expect(parseFlags(args)).toEqual({ kind: "misused", problem: expect.stringMatching(problem) }));
  misused(["--port", "80"], /--port requires --http/);
  misused(["--host", "::1"], /--host requires --http/);
  misused(["--http", "--host="], /--host requires a value/);
  misused(["--http", "--port", "65536"], /"65536".*65535/);
  misused(["--http", "--port", "1e3"], /"1e3"/);
  misused(["--http", "--port=-1"], /"-1"/);
  misused(["--http", "--port", "-1"], /^[^\n]*ambiguous\. Did you forget[^\n]*$/);
  misused(["--http", "7411"], /7411/);
  misused(["/src"], /\/src/);
  misused(["--root"], /--root/);
  misused(["--root="], /--root requires a value/);
  misused(["--tools", "core,everything"], /"core,everything".*core/);
  misused(["--tools", ","], /--tools is ",", but must be a list of core, scope, review, workspace/);
  misused(["--tools="], /--tools/);
  misused(["--answers", "json"], /--answers is "json", but must be one of both, structured, text/);
  misused(["--answers="], /--answers requires a value/);
  misused(["--log-level", "loud"], /--log-level is "loud", but must be one of debug/);
  misused(["--log-format", "xx"], /--log-format is "xx", but must be one of json/);
});
