import { expect, test } from "vitest";
import { createTerminal } from "../terminal/terminal.ts";
import type { Session } from "../session.ts";
import { confirmWholeFolder, describeWhole } from "./confirm-whole-folder.ts";

/** How it ends for a folder, by the codebases below it and what the user answers; and what was written. */
async function confirmed(
  below: readonly string[],
  { answer = null as boolean | null, json = false, isIndexed = false, isLocal = true } = {},
): Promise<string> {
  let written = "";
  const stream = { write: (text: string) => (written += text) };
  const terminal = createTerminal({
    stdout: stream,
    stderr: stream,
    environment: {},
    isColorOff: true,
    isPagerOff: true,
  });
  const ask = answer === null ? null : async () => answer;
  const context = { terminal, ask, globals: json ? { json } : {} } as unknown as Parameters<
    typeof confirmWholeFolder
  >[0];
  const session = {
    isLocal,
    indexedRoot: () => (isIndexed ? "/src" : null),
    call: async () => ({ status: "not_indexed", hints: { paths: below } }),
  } as unknown as Session;
  try {
    await confirmWholeFolder(context, session, "/src");
    return `goes on: ${written}`;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

const TWO = ["/src/a", "/src/b"];

test("does not ask about a folder that is a single codebase", async () => {
  for (const goesOn of [confirmed([]), confirmed(["/src/a"]), confirmed(TWO, { isIndexed: true })])
    expect(await goesOn).toBe("goes on: ");
  expect(await confirmed(TWO, { isLocal: false })).toBe("goes on: ");
});

test("the answer decides; without one, the error says how to go on", async () => {
  expect(await confirmed(TWO, { answer: true })).toBe(
    `goes on: ${describeWhole({ folder: "/src", below: TWO })}\n`,
  );
  expect(await confirmed(TWO, { answer: false })).toBe("CANCELLED: nothing was indexed");
  const refusal =
    `PATH_REFUSED: ${describeWhole({ folder: "/src", below: TWO })} To index the whole folder as one, run ` +
    "satori index /src --yes";
  expect(await confirmed(TWO)).toBe(refusal);
  expect(await confirmed(TWO, { answer: true, json: true })).toBe(refusal);
});

test("a few codebases are named, and all are counted", () => {
  expect(describeWhole({ folder: "/src", below: ["/src/a", "/src/b", "/src/c", "/src/d"] })).toBe(
    "/src contains 4 indexed codebases: /src/a, /src/b, /src/c and 1 more. Their files would be indexed a " +
      "second time; their own indexes stay, and answer for their folders.",
  );
});
