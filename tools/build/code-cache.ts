/**
 * Makes an app start faster. Starting a large bundle is mostly compiling it, and V8 can cache the result. It
 * does so only for scripts, so the bundle becomes a script, next to the launcher that runs it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type Metafile, build } from "esbuild";
import { APP_FILE, IMPORT, MODULE_URL, appModule } from "./app-script.ts";

/** Removes files of an earlier build: a cache must never be used with another bundle. */
export function removeCodeCache(dist: string): void {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist))
    if (/^(?:app|main).*\.(?:cjs|cache)$/.test(name)) rmSync(join(dist, name));
}

/**
 * Builds `main.cjs`, `app.cjs` and the cache. Returns what went into them.
 *
 * @param options options of a build of the app as modules
 * @param warmUp the app's input during the run that fills the cache
 */
export async function buildCached(options: BuildOptions, dist: string, warmUp: string): Promise<Metafile[]> {
  const {
    outdir: _outdir,
    entryNames: _entryNames,
    chunkNames: _chunkNames,
    banner: _banner,
    ...common
  } = options;
  const { outputFiles, metafile } = await build({
    ...common,
    outfile: join(dist, APP_FILE),
    format: "cjs",
    splitting: false,
    define: { "import.meta.url": MODULE_URL },
    minifyWhitespace: true,
    minifySyntax: true,
    write: false,
    metafile: true,
  });
  const bundle = outputFiles.map(({ text }) => text).join("");
  writeFileSync(
    join(dist, APP_FILE),
    appModule(
      (options.external ?? []).reduce(
        (text, name) => text.replaceAll(`import("${name}")`, `${IMPORT}("${name}")`),
        bundle,
      ),
    ),
  );
  const launcher: BuildOptions = {
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@satori/source"],
    ...(options.target === undefined ? {} : { target: options.target }),
  };
  const launching = await build({
    ...launcher,
    format: "cjs",
    entryPoints: [source("launcher.ts")],
    outfile: join(dist, "main.cjs"),
    metafile: true,
  });
  const scratch = mkdtempSync(join(tmpdir(), "satori-build-"));
  try {
    const maker = join(scratch, "make-code-cache.mjs");
    await build({ ...launcher, entryPoints: [source("make-code-cache.ts")], outfile: maker });
    execFileSync(process.execPath, [maker, dist], {
      input: warmUp,
      env: { ...process.env, SATORI_HOME: scratch },
    });
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return [metafile, launching.metafile];
}

function source(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
