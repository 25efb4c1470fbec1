/**
 * An app's bundle as a function of what a module has: compiled with what V8 kept of an earlier compilation,
 * or by Node.js itself.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/**
 * Names of files beside `main.cjs`. V8 takes back only what the very same build of it made, so the version is
 * part of the name.
 */
export const APP_FILE = "app.cjs";
export const CACHE_FILE = `app-${process.version}-${process.platform}-${process.arch}.cache`;
/**
 * What stands for `import.meta.url` and for `import(…)` in the bundle: scripts have neither, once they come
 * from a cache.
 */
export const MODULE_URL = "__moduleUrl";
export const IMPORT = "__import";

export type Import = (specifier: string) => Promise<unknown>;
export type App = (
  require: NodeJS.Require,
  module: object,
  exports: object,
  moduleUrl: string,
  importModule: Import,
) => void;

/** The text of the file: a CommonJS module that exports the app. */
export function appModule(bundle: string): string {
  return `module.exports = function (require, module, exports, ${MODULE_URL}, ${IMPORT}) {${bundle}\n};`;
}

/**
 * @param cachedData what `createCachedData` returned for the same file; undefined, or what V8 refuses: all is
 * compiled anew
 */
export function compileApp(file: string, cachedData: Buffer | undefined): Script {
  // The bundle is ASCII, which is read fastest this way.
  return new Script(`(function (module) {${readFileSync(file, "latin1")}\n})`, {
    filename: file,
    cachedData,
  });
}

export function appOf(script: Script): App {
  const module: { exports: unknown } = { exports: null };
  (script.runInThisContext() as (module: object) => void)(module);
  // What the text above makes of it.
  return module.exports as App;
}

/** @param main the file that the app would be, were it a module */
export function runApp(app: App, main: string, importModule: Import): void {
  const module = { exports: {} };
  app(createRequire(main), module, module.exports, pathToFileURL(main).href, importModule);
}
