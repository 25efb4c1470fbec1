/**
 * Source of `dist/main.cjs` of an app that has to start fast: runs the bundle next to it with the build's
 * code cache. With another version of Node.js, Node.js compiles the bundle itself and caches the result if it
 * can. This file and the one that requires it are CommonJS, because loading a module costs Node.js four
 * milliseconds more.
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
// V8 rejects a cache that was made with other flags. The file is a module that exports the app.
const app =
  script && script.cachedDataRejected !== true
    ? appOf(script)
    : (createRequire(__filename)(`./${APP_FILE}`) as App);
runApp(app, __filename, (specifier) => import(specifier));
