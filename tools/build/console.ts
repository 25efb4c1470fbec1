/** Bundles the server's web page for browsers, into the package of the server that serves it. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Metafile, build } from "esbuild";

/** Files below `apps/console/src` that are copied unchanged. */
const COPIED = ["index.html", "icon.svg"] as const;

/**
 * Writes `index.html`, `console.js`, `console.css`, and chunks that are loaded on demand. Returns what went
 * into the bundle.
 *
 * @param root the repository's folder
 */
export async function buildConsole(root: string): Promise<Metafile> {
  const source = join(root, "apps/console/src");
  const target = join(root, "apps/mcp/dist/console");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const file of COPIED) cpSync(join(source, file), join(target, file));
  const { metafile } = await build({
    entryPoints: [
      { in: join(source, "main.tsx"), out: "console" },
      { in: join(source, "console.css"), out: "console" },
    ],
    outdir: target,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    // Browsers that support `light-dark` colours, since the spring of 2024.
    target: ["chrome123", "firefox120", "safari17.5"],
    conditions: ["@satori/source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    alias: { "@modelcontextprotocol/client/_shims": join(source, "connection/sdk-shims.ts") },
    // Browsers cannot start a server process.
    external: ["@modelcontextprotocol/client/stdio"],
    // Notices are in a separate file.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}
