/** An app's bundle as a script: compiled with what V8 kept of an earlier compilation, and run as a module. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

/** Names of files beside `main.js`. V8 takes back only what the very same build of it made, so the version is part of the name. */
export const APP_FILE = "app.cjs";
export const CACHE_FILE = `app-${process.version}-${process.platform}-${process.arch}.cache`;
/** What stands for `import.meta.url` and for `import(…)` in the bundle: scripts have neither, once they come from a cache. */
export const MODULE_URL = "__moduleUrl";
export const IMPORT = "__import";

export type Import = (specifier: string) => Promise<unknown>;

/** @param cachedData what `createCachedData` returned for the same file; undefined, or what V8 refuses: all is compiled anew */
export function compileApp(file: URL, cachedData: Buffer | undefined): Script {
  // The bundle is ASCII, which is read fastest this way.
  const source = `(function (require, module, exports, ${MODULE_URL}, ${IMPORT}) {${readFileSync(file, "latin1")}\n})`;
  return new Script(source, { filename: fileURLToPath(file), cachedData });
}

/** @param mainUrl of the file that the app would be, were it no script */
export function runApp(script: Script, mainUrl: string, importModule: Import): void {
  const module = { exports: {} };
  // The script is the function that its source is made of above.
  const run = script.runInThisContext() as (require: NodeJS.Require, module: object, exports: object, moduleUrl: string, importModule: Import) => void;
  run(createRequire(mainUrl), module, module.exports, mainUrl, importModule);
}
