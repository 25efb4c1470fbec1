/**
 * Builds every package into its `dist/`: one bundle of its own code. Dependencies stay outside, so that
 * packages are resolved at run time like any others; only `contracts`, which is small and pure, is bundled
 * into the packages that use it. Next to `dist/` it writes the licence and the notices of bundled third-party
 * code.
 *
 *   npm run build                     builds all packages
 *   npm run build -- libs/engine      builds some of them
 */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type Metafile, type Plugin, build } from "esbuild";
import { buildCached, removeCodeCache } from "./code-cache.ts";
import { buildConsole } from "./console.ts";
import { copyGrammars, copyQueries } from "./grammars.ts";
import type { Part } from "./notices/installed-package.ts";
import { writeNotices } from "./notices/notices.ts";
import { bundledParts, grammarParts } from "./notices/parts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Package {
  readonly folder: string;
  readonly entries: readonly string[];
  /** Packages that are not bundled. */
  readonly external: readonly string[];
  /** Modules that are replaced: specifier → file below the folder. */
  readonly replaced?: Readonly<Record<string, string>>;
  /**
   * Modules that few starts need, built as separate files of a cached app: file below `src` → name in `dist`.
   */
  readonly apart?: Readonly<Record<string, string>>;
  /** For an app that has to start fast: its input during the run that fills the code cache. */
  readonly warmUp?: string;
  /** Third-party code that the package contains in addition to its bundle. */
  readonly copies?: (root: string) => Part[];
  /** Copies data files that the package reads into its `dist`. */
  readonly data?: (root: string) => void;
  /** Builds the page that the package serves to browsers. */
  readonly page?: (root: string) => Promise<Metafile>;
}

/** The opening messages of a client that speaks the earlier protocol. */
const MCP_OPENING = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"build","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n',
].join("\n");

const PACKAGES: readonly Package[] = [
  {
    folder: "libs/contracts",
    entries: [
      "index.ts",
      "parsers.ts",
      "registries.ts",
      "schemas.ts",
      "validate/validate-input.ts",
      "validate/validate-output.ts",
    ],
    external: [],
  },
  {
    folder: "clients/typescript",
    entries: ["index.ts"],
    external: ["@modelcontextprotocol/client", "@satori/contracts"],
  },
  {
    folder: "libs/sidecar",
    entries: ["index.ts"],
    external: ["web-tree-sitter"],
    copies: grammarParts,
    data: copyQueries,
  },
  {
    folder: "libs/engine",
    entries: ["index.ts", "config.ts", "log.ts", "codebase/compiled-code.ts", "prepare/file-worker.ts"],
    external: ["@satori/sidecar", "@satori/contracts/validate-output", "@vscode/ripgrep", "libsql"],
    // Milvus's SDK becomes a separate file, loaded only by those who use Milvus. Installed, it takes 70 MB,
    // most of it for writing bulk import files.
    replaced: {
      "@shanghaikid/parquetjs": "../../tools/build/nothing.ts",
      "@grpc/proto-loader": "src/store/milvus/connection/proto-loader.ts",
    },
  },
  {
    folder: "apps/mcp",
    entries: ["main.ts"],
    external: ["@satori/engine"],
    // The modules that a server needs before its first call are small and bundled; the engine is loaded by
    // that call.
    replaced: {
      "@modelcontextprotocol/server/_shims": "src/stdio/sdk-shims.ts",
      "@satori/engine/config": "../../libs/engine/src/config.ts",
      "@satori/engine/log": "../../libs/engine/src/log.ts",
    },
    apart: { "http/serve-http.ts": "http.js", "engine-thread/engine-worker.ts": "engine-worker.js" },
    warmUp: MCP_OPENING,
    page: buildConsole,
  },
  {
    folder: "apps/cli",
    entries: ["main.ts"],
    external: ["@satori/engine", "@satori/contracts/schemas", "@satori/contracts/validate-input"],
    // Bundlers cannot follow how the parser's main file loads its other files. The module that enables the
    // compile cache has to run before everything else.
    replaced: {
      "jsonc-parser": "../../node_modules/jsonc-parser/lib/esm/main.js",
      "@satori/engine/compiled-code": "../../libs/engine/src/codebase/compiled-code.ts",
    },
  },
  { folder: "apps/bridge", entries: ["index.ts"], external: ["@satori/client"] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.find((folder) => !PACKAGES.some((known) => known.folder === folder));
if (unknown !== undefined)
  throw new Error(
    `There is no package ${unknown}; there are ${PACKAGES.map(({ folder }) => folder).join(", ")}`,
  );
copyGrammars(ROOT);
await Promise.all(
  PACKAGES.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder)).map(
    async (wantedPackage) => {
      const { folder, copies = () => [], data, page } = wantedPackage;
      const bundles = [...(await buildPackage(wantedPackage)), ...(page ? [await page(ROOT)] : [])];
      data?.(ROOT);
      writeNotices(ROOT, folder, [...bundledParts(bundles, ROOT), ...copies(ROOT)]);
    },
  ),
);
copySchemas();

/** Returns what went into the bundles. */
async function buildPackage({
  folder,
  entries,
  external,
  replaced = {},
  apart = {},
  warmUp,
}: Package): Promise<Metafile[]> {
  const outdir = join(ROOT, folder, "dist");
  const options = {
    entryPoints: entries.map((entry) => join(ROOT, folder, "src", entry)),
    outdir,
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: ["@satori/source"],
    external: [...external],
    alias: Object.fromEntries(
      Object.entries(replaced).map(([specifier, file]) => [specifier, join(ROOT, folder, file)]),
    ),
    // Dependencies written for CommonJS expect these variables in our module.
    banner:
      folder.startsWith("apps/") || folder === "libs/engine"
        ? {
            js:
              'import { createRequire as __createRequire } from "node:module"; const require = ' +
              "__createRequire(import.meta.url);",
          }
        : {},
    // Notices are in a separate file.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  } satisfies BuildOptions;
  // Declaration files come from the compiler and stay; output of an earlier build is removed.
  for (const stale of [
    "chunks",
    ...Object.values(apart),
    ...entries.map((entry) => entry.replace(/^.*\//, "").replace(/\.ts$/, ".js")),
  ])
    rmSync(join(outdir, stale), { recursive: true, force: true });
  if (warmUp === undefined) return [(await build(options)).metafile];
  removeCodeCache(outdir);
  const outside = Object.entries(apart).map(([file, name]) => ({
    file: join(ROOT, folder, "src", file),
    specifier: `./${name}`,
  }));
  const leaveOut: Plugin = {
    name: "leave out what is built apart",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const found =
          kind === "entry-point" ? undefined : outside.find(({ file }) => file === resolve(resolveDir, path));
        return found && { path: found.specifier, external: true };
      }),
  };
  const app = await buildCached(
    {
      ...options,
      external: [...external, ...outside.map(({ specifier }) => specifier)],
      plugins: [leaveOut],
    },
    outdir,
    warmUp,
  );
  const rest = await build({
    ...options,
    entryPoints: outside.map(({ file, specifier }) => ({
      in: file,
      out: specifier.replace(/^\.\/|\.js$/g, ""),
    })),
    splitting: false,
  });
  return [...app, rest.metafile];
}

/** `@satori/contracts/schemas/*.json`. */
function copySchemas(): void {
  const target = join(ROOT, "libs/contracts/dist/schemas");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(join(ROOT, "libs/contracts/src/generated"), target, {
    recursive: true,
    filter: (path) => !/\.(?:js|ts)$/.test(path),
  });
}
