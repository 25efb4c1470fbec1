import { buildEnvelope } from "@satori/contracts";
import { expect, test } from "vitest";
import type { Answer } from "./command.ts";
import { report } from "./run-command.ts";
import { createTerminal } from "./terminal/terminal.ts";

const envelope = buildEnvelope(
  "list_paths",
  { status: "ok", warnings: ["OUTPUT_TRUNCATED", "PARTIAL_SCAN"] },
  {},
  1,
);

/** What people get on stderr. */
function said(answer: Partial<Answer>): string {
  let err = "";
  const terminal = createTerminal({
    stdout: { write: () => undefined },
    stderr: { write: (text) => void (err += text) },
    environment: {},
    isColorOff: true,
    isPagerOff: true,
  });
  report(terminal, {}, { envelope, text: "", ...answer });
  return err;
}

test("warnings follow the notes, but for those that the command has told in its own words", () => {
  expect(said({ notes: ["3 more: raise --limit"] })).toMatch(
    /^3 more: raise --limit\nwarning OUTPUT_TRUNCATED: .+\nwarning PARTIAL_SCAN: .+\n$/,
  );
  expect(said({ notes: ["3 more: raise --limit"], told: ["OUTPUT_TRUNCATED"] })).toMatch(
    /^3 more: raise --limit\nwarning PARTIAL_SCAN: .+\n$/,
  );
});

test("an envelope that has been printed is not printed again", () => {
  const printed = (answer: Partial<Answer>): string => {
    let out = "";
    const terminal = createTerminal({
      stdout: { write: (text) => void (out += text) },
      stderr: { write: () => undefined },
      environment: {},
      isColorOff: true,
      isPagerOff: true,
    });
    report(terminal, { json: true }, { envelope, text: "", ...answer });
    return out;
  };
  expect([printed({}).length > 0, printed({ isPrinted: true })]).toEqual([true, ""]);
});

test("a process in the place of this one has told people itself", () => {
  expect(said({ exitCode: 3 })).toBe("");
});
