/** The web page of the server: bundled for browsers, and put into the server's package, which serves it. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Metafile, build } from "esbuild";

/** Below `apps/console/src`: copied as they are. */
const COPIED = ["index.html", "icon.svg"] as const;

/**
 * Writes `index.html`, `console.js`, `console.css` and chunks that are loaded when they are needed. Returns
 * what went into the bundle.
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
    // Those that know colours for light and dark (`light-dark`), from the spring of 2024 on.
    target: ["chrome123", "firefox120", "safari17.5"],
    conditions: ["@satori/source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    alias: { "@modelcontextprotocol/client/_shims": join(source, "connection/sdk-shims.ts") },
    // A browser starts no server.
    external: ["@modelcontextprotocol/client/stdio"],
    // Notices are in a file of their own.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}
