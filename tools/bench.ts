/** `npm run bench -- NAME [options]`: runs bench/NAME/run.ts against the built product. */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";

const BENCH = fileURLToPath(new URL("../bench/", import.meta.url));
const [name, ...rest] = process.argv.slice(2);
const available = readdirSync(BENCH)
  .filter((folder) => existsSync(join(BENCH, folder, "run.ts")))
  .sort();
if (name === undefined || !available.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [options]\nBenchmarks: ${available.join(", ")}`);
  process.exit(2);
}
process.argv.splice(2, Infinity, ...rest);
await import(pathToFileURL(join(BENCH, name, "run.ts")).href);
