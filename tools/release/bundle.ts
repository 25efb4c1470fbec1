/** Packs the one package and what it needs into an MCP bundle (`.mcpb`), a ZIP archive with a manifest. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RIPGREP_BUILDS, bundleManifest } from "./bundle-manifest.ts";
import { PACKAGE_NAME } from "./manifest.ts";
import { ROOT } from "./packages.ts";
import { zipFolder } from "./zip.ts";

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string } | undefined>
  >;
}

/** Documents at the top of the bundle, and where they come from. */
const DOCUMENTS = [
  ["icon.png", "packaging/mcpb/icon.png"],
  ["LICENSE", "LICENSE"],
  ["PRIVACY.md", "docs/privacy.md"],
] as const;

/**
 * Writes the bundle, and returns its path. Asks the registry for the programs of the other platforms.
 *
 * @param archive the one package, as `packTogether` writes it
 * @param folder an existing folder
 * @throws if the registry's packages are not those of `package-lock.json`
 */
export function packBundle(archive: string, folder: string): string {
  const stage = mkdtempSync(join(tmpdir(), "satori-bundle-"));
  try {
    installInto(stage, archive);
    const { version } = readJson<{ version: string }>(
      join(stage, "node_modules", PACKAGE_NAME, "package.json"),
    );
    for (const [name, source] of DOCUMENTS) copyFileSync(join(ROOT, source), join(stage, name));
    writeFileSync(join(stage, "manifest.json"), `${JSON.stringify(bundleManifest(version), null, 2)}\n`);
    const bundle = join(folder, `${PACKAGE_NAME}-${version}.mcpb`);
    writeFileSync(bundle, zipFolder(stage));
    return bundle;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Leaves only `node_modules` in the folder, without what npm writes for itself. */
function installInto(stage: string, archive: string): void {
  const { packages } = readJson<LockFile>(join(ROOT, "package-lock.json"));
  const builds = RIPGREP_BUILDS.map((build) => {
    const name = `@vscode/ripgrep-${build}`;
    return `${name}@${packages[`node_modules/${name}`]?.version ?? "missing"}`;
  });
  // Otherwise npm would look for a package in the folders above.
  writeFileSync(join(stage, "package.json"), '{ "private": true }\n');
  // `--force`: packages for other platforms are installed, too.
  const options = ["--force", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync(
    "npm",
    ["install", ...options, "--no-save", "--no-bin-links", "--loglevel=error", archive, ...builds],
    { cwd: stage, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" },
  );
  const installed = join(stage, "node_modules/.package-lock.json");
  checkIntegrity(readJson<LockFile>(installed), { packages });
  for (const path of [installed, join(stage, "package.json")]) rmSync(path);
}

/** Throws if a package from the registry is another than the one that is developed and tested with. */
function checkIntegrity(installed: LockFile, expected: LockFile): void {
  for (const [path, entry] of Object.entries(installed.packages)) {
    // What is bundled in the one package is ours.
    if (path.startsWith(`node_modules/${PACKAGE_NAME}`)) continue;
    if (entry?.integrity === undefined || entry.integrity !== expected.packages[path]?.integrity)
      throw new Error(`${path} is not the package that package-lock.json names: ${String(entry?.integrity)}`);
  }
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, "utf8")) as Content;
}
