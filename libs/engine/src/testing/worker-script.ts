/** Builds the worker as the product's build does, so that tests have a real one without a build. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Plugin, build } from "esbuild";

/**
 * Packages stay outside the bundle and are imported by URL, since there are none next to a temporary folder.
 */
const packagesByAddress: Plugin = {
  name: "packages-by-address",
  setup({ onResolve }) {
    onResolve({ filter: /^web-tree-sitter$/ }, ({ path }) => ({
      path: import.meta.resolve(path),
      external: true,
    }));
  },
};

/** Builds the worker that prepares files into a folder, and returns its URL. */
export async function buildFileWorker(folder: string): Promise<URL> {
  const outfile = join(folder, "file-worker.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../prepare/file-worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    conditions: ["@satori/source"],
    logLevel: "error",
    plugins: [packagesByAddress],
    // Grammars and queries are located relative to the sidecar's sources.
    define: {
      "import.meta.url": JSON.stringify(new URL("../../../sidecar/src/grammar.ts", import.meta.url).href),
    },
  });
  return pathToFileURL(outfile);
}
