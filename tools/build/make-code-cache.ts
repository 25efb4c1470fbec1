/**
 * Runs an app once and keeps what V8 has compiled until it ends: functions that ran are then in the cache,
 * others are not.
 *
 *   node make-code-cache.js DIST < what it shall read
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { APP_FILE, CACHE_FILE, appOf, compileApp, runApp } from "./app-script.ts";

const dist = resolve(process.argv.splice(2, 1)[0] ?? ".");
const script = compileApp(join(dist, APP_FILE), undefined);
process.on("exit", () => writeFileSync(join(dist, CACHE_FILE), script.createCachedData()));
runApp(appOf(script), join(dist, "main.cjs"), (specifier) => import(specifier));
