/** The newest Node.js that there is for the product, installed from its registry once. */
import { join } from "node:path";
import { installOnce, run } from "../../tools/installed.ts";

const VERSION = "26.10.0";
const PACKAGE = `node-${process.platform}-${process.arch}`;

/** Under this, a command of this Node.js runs on that one. Null where there is none. */
export async function newerNode(): Promise<readonly string[] | null> {
  if (process.platform === "win32") return null;
  const folder = await installOnce(`node-${VERSION}`, (target) => run("npm", ["install", "--prefix", target, "--no-save", "--no-audit", "--no-fund", "--silent", "--force", `${PACKAGE}@${VERSION}`]));
  return folder === null ? null : ["bash", "-c", 'exec "$0" "${@:2}"', join(folder, "node_modules", PACKAGE, "bin/node")];
}
