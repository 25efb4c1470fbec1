import { describe, expect, it } from "vitest";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { EngineError } from "../../errors.ts";
import { type ExactScanInput, scanForTexts } from "./exact-scan.ts";

const FILES = [
  { path: "a.ts", texts: ["one ??= two\n"] },
  { path: "b.ts", texts: ["Straße\n", "??=\n"] },
  { path: "c.ts", texts: ["Tree nothing\n"], symbols: ["Tree.nothing 1-1"] },
  { path: "deep/name.ts", texts: ["x ??= y one\n"] },
];

const scan = (input: Partial<ExactScanInput>) =>
  scanForTexts({
    snapshot: fakeSnapshot(FILES),
    texts: [],
    tokens: [],
    allowed: null,
    skipped: new Set(),
    enough: 100,
    maxBytes: 1_000,
    check: () => undefined,
    pause: () => undefined,
    ...input,
  });

describe("scanForTexts", () => {
  it.each<[readonly string[], readonly number[]]>([
    [["??="], [0, 1, 3]],
    [["ONE"], [0, 3]],
    [["straße"], [1]],
    [
      ["??=", "one"],
      [0, 3],
    ],
    [["Tree.noth"], [2]],
    [["Tree.leaf"], []],
    [["deep/na"], [3]],
    [["absent"], []],
  ])("finds %j in the files %j", async (texts, expected) =>
    expect((await scan({ texts })).files).toEqual(expected),
  );

  it("reads only what the filters allow and no other step has read", async () => {
    const found = await scan({ texts: ["??="], allowed: Uint8Array.of(1, 1, 0, 1), skipped: new Set([0]) });
    expect(found).toEqual({ files: [1, 3], scannedFiles: 2, wantedFiles: 2, stoppedBy: null });
  });

  it("begins with the files that have words of the texts, and ends when it has enough", async () => {
    const found = await scan({ texts: ["nothing"], tokens: ["noth"], enough: 1 });
    expect(found).toEqual({ files: [2], scannedFiles: 1, wantedFiles: 4, stoppedBy: "enough" });
  });

  it("ends at a number of bytes, and at the deadline, with what it has found", async () => {
    expect(await scan({ texts: ["??="], maxBytes: 5 })).toEqual({
      files: [0],
      scannedFiles: 1,
      wantedFiles: 4,
      stoppedBy: "bytes",
    });
    let pauses = 0;
    const pause = (): undefined => {
      if (++pauses > 2) throw new EngineError("DEADLINE_REACHED", "late");
    };
    expect(await scan({ texts: ["??="], pause })).toEqual({
      files: [0, 1],
      scannedFiles: 2,
      wantedFiles: 4,
      stoppedBy: "deadline",
    });
  });

  it("finds texts in composed and decomposed form", async () => {
    const snapshot = fakeSnapshot([{ path: "a.ts", texts: ["le café au lait\n".normalize("NFD")] }]);
    expect((await scan({ snapshot, texts: ["CAFÉ au"] })).files).toEqual([0]);
  });

  it("lets other work run between files", async () => {
    let pauses = 0;
    await scan({ texts: ["absent"], pause: () => void pauses++ });
    expect(pauses).toBe(4);
  });
});
