/**
 * Becomes the `dist/main.js` of an app whose start has to be fast: runs the bundle beside it with the build's code cache. Where
 * that is of another version of Node.js, Node.js compiles the bundle, and keeps the outcome if it can.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { keepCompiledCode } from "@satori/engine/compiled-code";
import { APP_FILE, type App, CACHE_FILE, appOf, compileApp, runApp } from "./app-script.ts";

function cached(): Buffer | undefined {
  try {
    return readFileSync(new URL(CACHE_FILE, import.meta.url));
  } catch {
    return undefined;
  }
}

keepCompiledCode(process.env);
const cache = cached();
const script = cache && compileApp(new URL(APP_FILE, import.meta.url), cache);
// Refused where V8 was given other flags. The file is a module that exports the app.
const app = script && script.cachedDataRejected !== true ? appOf(script) : (createRequire(import.meta.url)(`./${APP_FILE}`) as App);
runApp(app, import.meta.url, (specifier) => import(specifier));
