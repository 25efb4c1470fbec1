import { describe, expect, it } from "vitest";
import { seededRandom } from "../support/random.ts";
import { type DiskState, type LogRecord, type Unsynced, afterPowerLoss, parseLog } from "./disk-log.ts";

const BEFORE: DiskState = { files: new Map([["a", Buffer.from("old")]]), folders: new Set([""]) };

function record(kind: LogRecord["kind"], path: string, { offset = 0, data = "" } = {}): LogRecord {
  return { kind, path, offset, data: Buffer.from(data) };
}

/** Contents by path. */
function left(records: readonly LogRecord[], unsynced: Unsynced, seed = 1): Record<string, string> {
  const { files } = afterPowerLoss({ before: BEFORE, records, unsynced, random: seededRandom(seed) });
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()]));
}

describe("a disk after a power failure", () => {
  const write = record("wrote", "a", { data: "new" });

  it("keeps what was synced, whatever becomes of the rest", () => {
    const records = [write, record("synced", "a"), record("cut", "a", { offset: 1 })];
    expect(left(records, "dropped")).toEqual({ a: "new" });
    expect(left(records, "kept")).toEqual({ a: "n" });
    for (let seed = 0; seed < 20; seed++)
      expect(["new", "n"]).toContain(left(records, "reordered", seed)["a"]);
  });

  it("has nothing of a write that a failed sync was for, be it synced again", () => {
    expect(left([write, record("lost", "a"), record("synced", "a")], "dropped")).toEqual({ a: "old" });
  });

  it("has a new file once its folder was synced, and its content once it was itself", () => {
    const created = [record("created", "b"), record("wrote", "b", { data: "text" })];
    expect(left(created, "dropped")).toEqual({ a: "old" });
    expect(left([...created, record("synced", "")], "dropped")).toEqual({ a: "old", b: "" });
    expect(left([...created, record("synced", "b"), record("synced", "")], "dropped")).toEqual({
      a: "old",
      b: "text",
    });
  });

  it("has a file under its new name with the content that was synced", () => {
    const records = [
      record("created", "b"),
      record("wrote", "b", { data: "text" }),
      record("synced", "b"),
      record("renamed", "b", { data: "a" }),
      record("synced", ""),
    ];
    expect(left(records, "dropped")).toEqual({ a: "text" });
    expect(left([...records, record("removed", "a")], "kept")).toEqual({});
  });

  it("may have later writes without earlier ones, torn at sectors", () => {
    const records = [
      record("wrote", "a", { data: "x".repeat(1_024) }),
      record("wrote", "a", { offset: 1_024, data: "y".repeat(512) }),
    ];
    const found = new Set(
      Array.from({ length: 200 }, (_, seed) =>
        (left(records, "reordered", seed)["a"] ?? "").replaceAll(/(.)\1+/gs, "$1").replaceAll("\0", "0"),
      ),
    );
    expect([...found].sort()).toEqual(["old", "old0x", "old0xy", "old0y", "x", "x0y", "xy"]);
  });
});

it("a log is read as it was written", () => {
  const head = Buffer.alloc(24);
  head.writeInt32LE(1, 0);
  head.writeInt32LE(2, 4);
  head.writeBigInt64LE(4_096n, 8);
  head.writeBigInt64LE(3n, 16);
  expect(parseLog(Buffer.concat([head, Buffer.from("ab"), Buffer.from("xyz")]))).toEqual([
    record("wrote", "ab", { offset: 4_096, data: "xyz" }),
  ]);
});
