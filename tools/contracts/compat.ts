/**
 * Compares the contracts with those of the last release, lists breaking changes, and fails if the version
 * number does not reflect them.
 *
 *   npx tsx -C @satori/source tools/contracts/compat.ts             compares
 *   npx tsx -C @satori/source tools/contracts/compat.ts --release   saves the current contracts as those of
 *                                                                   this version
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareVersions, lowestVersion } from "./compat/change.ts";
import { type Snapshot, currentSnapshot, snapshotChanges } from "./compat/snapshot.ts";

const CONTRACTS = fileURLToPath(new URL("../../libs/contracts/", import.meta.url));
/** Folder with one file, named after the version. */
const RELEASED = join(CONTRACTS, "released");

const { version } = JSON.parse(readFileSync(join(CONTRACTS, "package.json"), "utf8")) as { version: string };
const current = currentSnapshot(version);
if (process.argv.includes("--release")) release();
else check();

function release(): void {
  rmSync(RELEASED, { recursive: true, force: true });
  mkdirSync(RELEASED);
  writeFileSync(join(RELEASED, `${version}.json`), textOf(current));
  console.log(`libs/contracts/released/${version}.json is written`);
}

/** One line per name, so that a diff shows which names changed. */
function textOf(snapshot: Snapshot): string {
  const parts = Object.entries(snapshot).map(([key, value]) => {
    const lines = Object.entries(value as object).map(
      ([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
    );
    return (
      `  ${JSON.stringify(key)}: ` +
      `${typeof value === "string" ? JSON.stringify(value) : `{\n${lines.join(",\n")}\n  }`}`
    );
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

function check(): void {
  const [file, ...others] = readdirSync(RELEASED);
  if (file === undefined || others.length > 0)
    throw new Error(`${RELEASED} has to hold the contracts of one release`);
  const released = JSON.parse(readFileSync(join(RELEASED, file), "utf8")) as Snapshot;
  const changes = snapshotChanges(released, current);
  for (const { kind, where, what } of changes)
    console.log(`${kind === "breaking" ? "BREAKING" : "addition"}  ${where}: ${what}`);
  const lowest = lowestVersion(released.version, changes);
  const broken = changes.filter(({ kind }) => kind === "breaking").length;
  console.log(
    `${broken} breaking changes and ${changes.length - broken} additions since ${released.version}: at ` +
      `least version ${lowest}, and it is ${version}`,
  );
  if (compareVersions(version, lowest) >= 0) return;
  console.error(
    `The version of libs/contracts has to be ${lowest} or higher; or take back what broke ` +
      "(docs/versioning.md).",
  );
  process.exitCode = 1;
}
