/**
 * An app's bundle as a function of its module variables. It is compiled with V8's cache of an earlier
 * compilation, or by Node.js itself.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";

/**
 * Names of files next to `main.cjs`. V8 accepts a cache only from the very same V8 build, so the version is
 * part of the name.
 */
export const APP_FILE = "app.cjs";
export const CACHE_FILE = `app-${process.version}-${process.platform}-${process.arch}.cache`;
/** Names that replace `import.meta.url` and `import(…)` in the bundle: scripts from a cache have neither. */
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

/** Text of the bundle's file: a CommonJS module that exports the app. */
export function appModule(bundle: string): string {
  return `module.exports = function (require, module, exports, ${MODULE_URL}, ${IMPORT}) {${bundle}\n};`;
}

/**
 * @param cachedData result of `createCachedData` for the same file. Without it, or if V8 rejects it,
 * everything is compiled
 */
export function compileApp(file: string, cachedData: Buffer | undefined): Script {
  // The bundle is ASCII, for which this encoding is the fastest to read.
  return new Script(`(function (module) {${readFileSync(file, "latin1")}\n})`, {
    filename: file,
    cachedData,
  });
}

export function appOf(script: Script): App {
  const module: { exports: unknown } = { exports: null };
  (script.runInThisContext() as (module: object) => void)(module);
  // The type follows from the text built above.
  return module.exports as App;
}

/** @param main the file that the app would be if it were a module */
export function runApp(app: App, main: string, importModule: Import): void {
  const module = { exports: {} };
  app(createRequire(main), module, module.exports, pathToFileURL(main).href, importModule);
}
