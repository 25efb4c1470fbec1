/**
 * Copies the parsers of all languages from the grammar packages into libs/sidecar/assets/grammars, with
 * optimized lexers, gzipped. The packages are development dependencies: users install only the copies.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { moveSlotsIntoLocals } from "./frame-slots.ts";

const require = createRequire(import.meta.url);

/** Grammar → file inside an installed package. */
export const SOURCES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "c",
      "cpp",
      "css",
      "dart",
      "go",
      "java",
      "javascript",
      "php",
      "python",
      "ruby",
      "rust",
      "solidity",
      "swift",
      "tsx",
      "typescript",
    ].map((name) => [name, `@repomix/tree-sitter-wasms/out/tree-sitter-${name}.wasm`]),
  ),
  csharp: "@repomix/tree-sitter-wasms/out/tree-sitter-c_sharp.wasm",
  bash: "@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm",
  powershell: "@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm",
  elixir: "tree-sitter-elixir/tree-sitter-elixir.wasm",
  haskell: "tree-sitter-haskell/tree-sitter-haskell.wasm",
  kotlin: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  lua: "@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm",
  scala: "tree-sitter-scala/tree-sitter-scala.wasm",
  zig: "@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm",
};

/**
 * Fixes for faults of published grammars that cannot wait for the next release: a byte sequence in hex that
 * occurs once, and its replacement.
 */
const PATCHES: Readonly<Record<string, { readonly from: string; readonly to: string }>> = {
  // The scanner allocates its state with calloc(0, 4), so that it contains whatever was in that memory: it
  // takes files for raw strings, and is 15 times slower. Fixed after 0.7.1: calloc(1, 4).
  swift: { from: "4100410410", to: "4101410410" },
};

/** Sources that the copies depend on. */
const MAKERS = ["grammars.ts", "frame-slots.ts", "wasm-module.ts"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** Writes copies that are missing or older than their sources; removes those without a source. */
export function copyGrammars(repositoryRoot: string): void {
  const folder = join(repositoryRoot, "libs/sidecar/assets/grammars");
  mkdirSync(folder, { recursive: true });
  const changedMs = Math.max(...MAKERS.map(modifiedMs));
  for (const [name, specifier] of Object.entries(SOURCES)) {
    const target = join(folder, `${name}.wasm.gz`);
    const source = locate(specifier);
    if (modifiedMs(target) < Math.max(changedMs, modifiedMs(source)))
      writeFileSync(target, gzipSync(moveSlotsIntoLocals(publishedGrammar(name)), { level: 9 }));
  }
  for (const file of readdirSync(folder))
    if (!(file.replace(/\.wasm\.gz$/, "") in SOURCES)) rmSync(join(folder, file));
}

/** Copies the queries of all languages to where the bundle reads them: `dist/languages/<id>/<name>.scm`. */
export function copyQueries(repositoryRoot: string): void {
  const sources = join(repositoryRoot, "libs/sidecar/src/languages");
  for (const path of readdirSync(sources, { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".scm"))
      cpSync(join(sources, path), join(repositoryRoot, "libs/sidecar/dist/languages", path));
}

/** A grammar as published in its package, with the fixes above. */
export function publishedGrammar(name: string): Buffer {
  const specifier = SOURCES[name];
  if (specifier === undefined) throw new Error(`There is no grammar ${name}`);
  return patched(name, readFileSync(locate(specifier)));
}

function patched(name: string, wasm: Buffer): Buffer {
  const patch = PATCHES[name];
  if (!patch) return wasm;
  const from = Buffer.from(patch.from, "hex");
  const at = wasm.indexOf(from);
  if (at === -1 || wasm.indexOf(from, at + 1) !== -1)
    throw new Error(
      `The patch of grammar ${name} no longer fits: see whether it is still needed ` +
        "(tools/build/grammars.ts).",
    );
  return Buffer.concat([wasm.subarray(0, at), Buffer.from(patch.to, "hex"), wasm.subarray(at + from.length)]);
}

/**
 * Packages may hide their files behind `exports`, so the file is looked up in the folders that Node.js
 * searches.
 */
function locate(specifier: string): string {
  const parts = specifier.split("/");
  const packageName = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const path = join(folder, specifier);
    if (modifiedMs(path) > 0) return path;
  }
  throw new Error(`${specifier} is missing: run npm ci (looked beside ${dirname(import.meta.url)})`);
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
