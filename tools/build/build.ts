/**
 * Builds every package into its `dist/`: one bundle of its own code. Dependencies stay outside, so that
 * packages are resolved at run time like any others; only `contracts`, which is small and pure, is bundled
 * into the packages that use it. Next to `dist/` it writes the licence and the notices of bundled third-party
 * code.
 *
 *   npm run build                     builds all packages
 *   npm run build -- libs/engine      builds some of them
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type Metafile, type Plugin, build } from "esbuild";
import { buildConsole } from "./console.ts";
import { copyGrammars, copyQueries } from "./grammars.ts";
import type { Part } from "./notices/installed-package.ts";
import { writeNotices } from "./notices/notices.ts";
import { bundledParts, grammarParts } from "./notices/parts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Package {
  readonly folder: string;
  readonly entries: readonly string[];
  /**
   * Entry that starts fast: one file, `.cjs`, with what it uses and nothing else. Node.js then loads neither
   * parts that it would share with others, nor its loader of ES modules. What it imports dynamically has to be
   * an entry.
   */
  readonly fastEntry?: string;
  /** Packages that are not bundled. */
  readonly external: readonly string[];
  /** Modules that are replaced: specifier → file below the folder. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Third-party code that the package contains in addition to its bundle. */
  readonly copies?: (root: string) => Part[];
  /** Copies data files that the package reads into its `dist`. */
  readonly data?: (root: string) => void;
  /** Builds the page that the package serves to browsers. */
  readonly page?: (root: string) => Promise<Metafile>;
}

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
    entries: [
      "index.ts",
      "config.ts",
      "log.ts",
      "codebase/compiled-code.ts",
      "local-process/local-process.ts",
      "prepare/file-worker.ts",
    ],
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
    entries: ["server-process.ts", "engine-thread/engine-worker.ts", "proxy/lost-call.ts"],
    fastEntry: "main.ts",
    external: ["@satori/engine"],
    // The modules that a server needs before its first call are small and bundled; the engine is loaded by
    // that call. The module that caches compiled code has to come before all others.
    replaced: {
      "@modelcontextprotocol/server/_shims": "src/stdio/sdk-shims.ts",
      "@satori/engine/config": "../../libs/engine/src/config.ts",
      "@satori/engine/log": "../../libs/engine/src/log.ts",
      "@satori/engine/local-process": "../../libs/engine/src/local-process/local-process.ts",
      "@satori/engine/compiled-code": "../../libs/engine/src/codebase/compiled-code.ts",
    },
    page: buildConsole,
  },
  {
    folder: "apps/cli",
    entries: [
      "hook.ts",
      "impact-comment.ts",
      "remote/index-folders.ts",
      "remote/remote-session.ts",
      "setup/files/edit-json.ts",
      "setup/files/edit-toml.ts",
      "setup/guidance/edits.ts",
    ],
    fastEntry: "main.ts",
    external: ["@satori/engine", "@satori/contracts/schemas", "@satori/contracts/validate-input"],
    // Bundlers cannot follow how the parser's main file loads its other files.
    replaced: {
      "jsonc-parser": "../../node_modules/jsonc-parser/lib/esm/main.js",
      "@satori/engine/config": "../../libs/engine/src/config.ts",
      "@satori/engine/local-process": "../../libs/engine/src/local-process/local-process.ts",
      "@satori/engine/compiled-code": "../../libs/engine/src/codebase/compiled-code.ts",
    },
  },
  { folder: "apps/bridge", entries: ["index.ts"], external: ["@satori/client"] },
];

/** Leaves dynamic imports of our own modules to run time: they are entries beside this one. */
const IMPORT_ENTRIES: Plugin = {
  name: "import-entries",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".ts")}.js`, external: true } : undefined,
    ),
};

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
  fastEntry,
  external,
  replaced = {},
}: Package): Promise<readonly Metafile[]> {
  const outdir = join(ROOT, folder, "dist");
  const options = {
    entryPoints: entries.map((entry) => join(ROOT, folder, "src", entry)),
    outdir,
    entryNames: "[name]",
    // Beside the entries, so that paths relative to a module are those relative to an entry.
    chunkNames: "[name]-[hash]",
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
  // Declaration files come from the compiler and stay; everything else of an earlier build is removed.
  mkdirSync(outdir, { recursive: true });
  for (const name of readdirSync(outdir))
    if (name !== "types") rmSync(join(outdir, name), { recursive: true });
  const fast = fastEntry === undefined ? [] : [fastOptions(options, join(ROOT, folder, "src", fastEntry))];
  return (await Promise.all([options, ...fast].map((one) => build(one)))).map(({ metafile }) => metafile);
}

function fastOptions<Options extends BuildOptions>(options: Options, entry: string): Options {
  return {
    ...options,
    entryPoints: [entry],
    splitting: false,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    define: { "import.meta.url": "__moduleUrl" },
    banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins: [IMPORT_ENTRIES],
  };
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
