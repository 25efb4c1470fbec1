/** A Node.js newer than the oldest that is served, installed from its registry once. */
import { join } from "node:path";
import { installOnce, run } from "../../tools/installed.ts";

const VERSION = "26.10.0";
const PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE = join("node_modules", PACKAGE, "bin/node");

/** Under this, a command of this Node.js runs on that one. Null where there is none. */
export async function newerNode(): Promise<readonly string[] | null> {
  if (process.platform === "win32") return null;
  const folder = await installOnce(`node-${VERSION}`, async (target) => {
    await run("npm", [
      "install",
      "--prefix",
      target,
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--force",
      `${PACKAGE}@${VERSION}`,
    ]);
    // A build for another libc is installed as well.
    await run(join(target, NODE), ["--version"]);
  });
  return folder === null ? null : ["bash", "-c", 'exec "$0" "${@:2}"', join(folder, NODE)];
}
