/** Packs the workspace's packages into archives for npm. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HELD_FOLDERS, type Manifest, PACKAGE_NAME, manifestOf } from "./manifest.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Declarations are for those who compile against a library; the programs do without. */
const TYPES = "dist/types";

/**
 * Writes the archive that holds both programs, and returns its path. Reads what the last build wrote.
 *
 * @param folder an existing folder
 */
export function packTogether(folder: string): string {
  const work = mkdtempSync(join(tmpdir(), "satori-pack-"));
  try {
    const stage = join(work, PACKAGE_NAME);
    const held = HELD_FOLDERS.map((source) => stageHeld(source, stage, work));
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifestOf(held), null, 2)}\n`);
    copyFileSync(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
    copyFileSync(join(ROOT, "tools/release/satori-code.md"), join(stage, "README.md"));
    writeFileSync(join(stage, "THIRD-PARTY-NOTICES"), heldNotices());
    return packFolder(stage, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Writes the archive of a package, and returns its path. @param source folder of the package */
export function packFolder(source: string, folder: string): string {
  const [packed] = JSON.parse(
    execFileSync(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder],
      { cwd: source, encoding: "utf8", maxBuffer: 16 * 1024 * 1024, shell: process.platform === "win32" },
    ),
  ) as readonly [{ readonly filename: string }];
  return join(folder, packed.filename);
}

/** Unpacks what a package publishes to where the package that holds it has its dependencies. */
function stageHeld(source: string, stage: string, work: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(ROOT, source, "package.json"), "utf8")) as Manifest;
  const target = join(stage, "node_modules", manifest.name);
  mkdirSync(target, { recursive: true });
  const archive = packFolder(join(ROOT, source), work);
  execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
  rmSync(join(target, TYPES), { recursive: true, force: true });
  // npm takes what a bundled package depends on for bundled, too, and would not install it.
  const { dependencies: _all, optionalDependencies: _optional, ...rest } = manifest;
  writeFileSync(join(target, "package.json"), `${JSON.stringify(rest, null, 2)}\n`);
  return manifest;
}

/** Licences of the third-party software in the held packages, as the last build wrote them. */
export function heldNotices(): string {
  return HELD_FOLDERS.map((folder) => readFileSync(join(ROOT, folder, "THIRD-PARTY-NOTICES"), "utf8")).join(
    `\n${"=".repeat(80)}\n\n`,
  );
}
