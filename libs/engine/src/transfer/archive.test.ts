import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { fingerprintOf } from "../model/fingerprint.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openArchive, unpackArchive, writeArchive } from "./archive.ts";
import { mutated, randomNumbers } from "./testing/mutations.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (name: string): string => join(folder.path, name);
const fingerprint = fingerprintOf(null, "sqlite");
writeFileSync(at("database"), Buffer.from(Array.from({ length: 2_000 }, (_, byte) => (byte * byte) % 251)));
writeArchive(at("archive"), fingerprint, at("database"));

it("gives back what was put in", () => {
  const archive = openArchive(at("archive"));
  expect(archive.header).toMatchObject({ fingerprint });
  unpackArchive(archive, at("copy"));
  expect(readFileSync(at("copy"))).toEqual(readFileSync(at("database")));
});

it("overwrites nothing", () => {
  expect(() => writeArchive(at("archive"), fingerprint, at("database"))).toThrow(
    "cannot be written (EEXIST)",
  );
  expect(() => unpackArchive(openArchive(at("archive")), at("database"))).toThrow(
    "cannot be copied into SATORI_HOME (EEXIST)",
  );
});

it("of ten thousand damaged ones, gives back no other data", { timeout: 60_000 }, () => {
  const whole = readFileSync(at("archive"));
  const data = readFileSync(at("database"));
  const random = randomNumbers();
  const outcomes = new Map<string, number>();
  for (let count = 0; count < 10_000; count++) {
    writeFileSync(at("mutated"), mutated(whole, 0, random));
    rmSync(at("unpacked"), { force: true });
    let outcome: string;
    try {
      unpackArchive(openArchive(at("mutated")), at("unpacked"));
      // What changed is the fingerprint in the first line.
      outcome = readFileSync(at("unpacked")).equals(data) ? "the same data" : "other data";
    } catch (error) {
      outcome = (error as { readonly code?: string }).code ?? String(error);
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect([...outcomes.keys()].sort()).toEqual(["INDEX_FILE_INVALID", "the same data"]);
  expect(outcomes.get("INDEX_FILE_INVALID")).toBeGreaterThan(9_000);
});
