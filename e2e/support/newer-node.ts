/** A Node.js version newer than the oldest supported one, installed from the registry once. */
import { join } from "node:path";
import { installOnce, run } from "../../tools/installed.ts";

const VERSION = "26.10.0";
const PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE = join("node_modules", PACKAGE, "bin/node");

/** With this prefix, a command runs on that Node.js. Null if it cannot be installed. */
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
    // Fails if the installed build is for another libc.
    await run(join(target, NODE), ["--version"]);
  });
  return folder === null ? null : ["bash", "-c", 'exec "$0" "${@:2}"', join(folder, NODE)];
}
