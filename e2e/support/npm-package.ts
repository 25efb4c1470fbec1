/** Packages from the npm registry that tests run: each is installed once, without scripts, into the cache. */
import { join } from "node:path";
import { installOnce, run } from "../../tools/installed.ts";
import { writeFile } from "./workspace.ts";

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Fails if the package does not run on this machine. */
  readonly check?: (folder: string) => Promise<unknown>;
}

/**
 * The folder of the package itself; null, and errors, as in `installOnce`.
 *
 * @param label readable name in the cache
 */
export async function installPackage(
  label: string,
  { name, version, check }: NpmPackage,
): Promise<string | null> {
  const inside = (target: string): string => join(target, "node_modules", name);
  const folder = await installOnce(`${label}-${version}`, async (target) => {
    writeFile(join(target, "package.json"), '{ "private": true }');
    await run("npm", [
      "install",
      "--prefix",
      target,
      "--ignore-scripts",
      "--omit=optional",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--loglevel=error",
      `${name}@${version}`,
    ]);
    await check?.(inside(target));
  });
  return folder && inside(folder);
}
