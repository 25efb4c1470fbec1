/** Becomes the `dist/main.js` of an app whose start has to be fast: runs the bundle beside it with the build's code cache, if there is one for this Node.js. */
import { readFileSync } from "node:fs";
import { APP_FILE, CACHE_FILE, compileApp, runApp } from "./app-script.ts";

function cached(): Buffer | undefined {
  try {
    return readFileSync(new URL(CACHE_FILE, import.meta.url));
  } catch {
    // Built by another version of Node.js: it starts all the same.
    return undefined;
  }
}

runApp(compileApp(new URL(APP_FILE, import.meta.url), cached()), import.meta.url, (specifier) => import(specifier));
