/** Bundles a target with its worker: our sources get counters, packages from the registry are not bundled. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Plugin, build } from "esbuild";
import { COUNTERS } from "./counters.ts";
import { instrument } from "./instrument.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FUZZ = fileURLToPath(new URL("./", import.meta.url));
/** Inside the repository, so that packages are found; ignored by git. */
const BUNDLES = join(ROOT, "dist", "fuzz");

export interface Bundle {
  /** The worker's file. */
  readonly path: string;
  readonly counters: number;
  /** Literals of the instrumented sources, in total order. */
  readonly words: readonly string[];
}

/** Throws if the target does not build. @param source file of the target, relative to this folder */
export async function bundleTarget(name: string, source = `./targets/${name}.ts`): Promise<Bundle> {
  const found = { counters: 0, words: new Set<string>() };
  const outfile = join(BUNDLES, `${name}.mjs`);
  mkdirSync(BUNDLES, { recursive: true });
  const { outputFiles } = await build({
    stdin: {
      contents: `import target from "${source}";\nimport { work } from "./worker.ts";\nvoid work(target);\n`,
      resolveDir: FUZZ,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@satori/source"],
    sourcemap: "inline",
    sourcesContent: false,
    outfile,
    write: false,
    logLevel: "silent",
    // Dynamic imports are bundled too, so that their sources are counted.
    plugins: [ownSources(found)],
  });
  const code = outputFiles[0]?.text ?? "";
  // Precedes all modules, which need the counters when they are loaded.
  writeFileSync(outfile, `globalThis.${COUNTERS}=new Uint32Array(${found.counters});${code}`);
  return { path: outfile, counters: found.counters, words: [...found.words].sort() };
}

function ownSources(found: { counters: number; readonly words: Set<string> }): Plugin {
  return {
    name: "own-sources",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === "entry-point" || path.startsWith("@satori/") ? undefined : { path, external: true },
      );
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8").replaceAll(
          "import.meta.url",
          JSON.stringify(pathToFileURL(path).href),
        );
        if (!isCounted(relative(ROOT, path).replaceAll("\\", "/"))) return { contents: source, loader: "ts" };
        const { code, counters, words } = instrument(source, found.counters);
        found.counters += counters;
        for (const word of words) found.words.add(word);
        return { contents: code, loader: "ts" };
      });
    },
  };
}

/**
 * Sources of the product, and faults planted for tests. Generated tables and kernels are excluded: they would
 * outnumber hand-written code.
 */
function isCounted(path: string): boolean {
  return /^(?:libs|apps|clients|tools\/fuzz\/testing)\//.test(path) && !path.includes("/generated/");
}
