/**
 * Becomes the `dist/main.cjs` of an app whose start has to be fast: runs the bundle beside it with the
 * build's code cache. Where that is of another version of Node.js, Node.js compiles the bundle, and keeps the
 * outcome if it can. It is CommonJS, as is the file that requires it, because Node.js loads a module through
 * far more code of its own: four milliseconds of a start.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { keepCompiledCode } from "@satori/engine/compiled-code";
import { APP_FILE, type App, CACHE_FILE, appOf, compileApp, runApp } from "./app-script.ts";

function cached(): Buffer | undefined {
  try {
    return readFileSync(join(__dirname, CACHE_FILE));
  } catch {
    return undefined;
  }
}

keepCompiledCode(process.env);
const cache = cached();
const script = cache && compileApp(join(__dirname, APP_FILE), cache);
// Refused where V8 was given other flags. The file is a module that exports the app.
const app =
  script && script.cachedDataRejected !== true
    ? appOf(script)
    : (createRequire(__filename)(`./${APP_FILE}`) as App);
runApp(app, __filename, (specifier) => import(specifier));
