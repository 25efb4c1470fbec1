/**
 * `npm run release`: prepares a release. Writes everything that is published into `dist/release/`: archives,
 * bill of materials, notices, release notes, checksums; the same sources give the same bytes. Publishes
 * nothing.
 *
 *   npm run release -- --dry-run                writes only that folder
 *   npm run release -- --version 0.2.0          first changes the version, in all places
 *
 * Without `--dry-run` it also dates the changelog and saves the contracts as those of this version, against
 * which breaking changes fail from then on.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PYTHON_BYTECODE, installPython, run } from "../installed.ts";
import { packBundle } from "./bundle.ts";
import { datedChangelog, releaseNotes } from "./changelog.ts";
import { type LockedPackages, bundledComponents, installedComponents } from "./components.ts";
import { HELD_FOLDERS, type Manifest, PACKAGE_NAME, manifestOf } from "./manifest.ts";
import { ROOT, heldNotices, packFolder, packTogether } from "./packages.ts";
import { sbomText } from "./sbom.ts";
import { VERSION_PLACES, isVersion, versionIn, withVersion } from "./source-version.ts";

const OUT = join(ROOT, "dist/release");
/** Libraries, which are published next to the package with the programs. */
const LIBRARIES = ["libs/contracts", "clients/typescript"] as const;

const { values } = parseArgs({
  options: { "dry-run": { type: "boolean", default: false }, version: { type: "string" } },
});
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const tsx = (...args: readonly string[]): void =>
  void execFileSync(process.execPath, [join(ROOT, "node_modules/tsx/dist/cli.mjs"), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });

if (values.version !== undefined) changeVersion(values.version);
const version = oneVersion();
const notes = releaseNotes(read("CHANGELOG.md"), version);
if (!values["dry-run"]) {
  writeFileSync(join(ROOT, "CHANGELOG.md"), datedChangelog(read("CHANGELOG.md"), version, dateOfCommit()));
  tsx("-C", "@satori/source", "tools/contracts/compat.ts", "--release");
}
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
tsx("tools/build/build.ts");
packBundle(packTogether(OUT), OUT);
for (const folder of LIBRARIES) packFolder(join(ROOT, folder), OUT);
await buildPython();
writeFileSync(join(OUT, "RELEASE-NOTES.md"), notes);
const notices = heldNotices();
writeFileSync(join(OUT, "THIRD-PARTY-NOTICES"), notices);
writeFileSync(join(OUT, `${PACKAGE_NAME}-${version}.cdx.json`), billOf(notices));
writeFileSync(join(OUT, "SHA256SUMS"), checksums());
report();

function changeVersion(wanted: string): void {
  if (!isVersion(wanted)) throw new Error(`--version is ${JSON.stringify(wanted)}, but must be like 1.2.3`);
  for (const place of VERSION_PLACES)
    writeFileSync(join(ROOT, place.file), withVersion(place, read(place.file), wanted));
  execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { cwd: ROOT, stdio: "ignore" });
  tsx("tools/release/stamp.ts");
}

/** @throws if the places disagree */
function oneVersion(): string {
  const versions = VERSION_PLACES.map((place) => [place.file, versionIn(place, read(place.file))] as const);
  const [[, first] = ["", ""]] = versions;
  const other = versions.find(([, found]) => found !== first);
  if (other) throw new Error(`${other[0]} has the version ${other[1]}, package.json ${first}`);
  return first;
}

/** Not today's date: the same commit is released with the same bytes. */
function dateOfCommit(): string {
  return execFileSync("git", ["log", "-1", "--format=%cs"], { cwd: ROOT, encoding: "utf8" }).trim();
}

async function buildPython(): Promise<void> {
  const python = await installPython("build", ["hatchling==1.27.0"]);
  if (!python) throw new Error("Without hatchling, the Python client cannot be packed");
  await run(python("python"), ["-m", "hatchling", "build", "--directory", OUT], {
    cwd: join(ROOT, "clients/python"),
    env: { ...process.env, ...PYTHON_BYTECODE },
  });
  for (const name of readdirSync(OUT).filter((file) => file === ".gitignore")) rmSync(join(OUT, name));
}

function billOf(allNotices: string): string {
  const held = HELD_FOLDERS.map((folder) => JSON.parse(read(`${folder}/package.json`)) as Manifest);
  const { license, dependencies, optionalDependencies, bundleDependencies } = manifestOf(held);
  const { packages } = JSON.parse(read("package-lock.json")) as { readonly packages: LockedPackages };
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !bundleDependencies.includes(name),
  );
  return sbomText(
    { name: PACKAGE_NAME, version, licence: license, sha512: null },
    { bundled: bundledComponents(allNotices), installed: installedComponents(packages, names) },
  );
}

/** In the form of sha256sum, by name. */
function checksums(): string {
  return readdirSync(OUT)
    .sort()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(OUT, file)))
          .digest("hex")}  ${file}\n`,
    )
    .join("");
}

function report(): void {
  for (const file of readdirSync(OUT).sort())
    console.log(`${String(statSync(join(OUT, file)).size).padStart(10)}  dist/release/${file}`);
  console.log(
    values["dry-run"]
      ? "Nothing else was written. Without --dry-run, CHANGELOG.md gets the date of " +
          `${version}, and its contracts are saved.`
      : `Next: commit, tag v${version}, and publish what is in dist/release (docs/releasing.md).`,
  );
}
