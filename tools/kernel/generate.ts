/**
 * Compiles the kernels to WebAssembly SIMD and writes each as a TypeScript module. With `--check`, fails if a
 * committed module is stale.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const COMPILER = fileURLToPath(new URL("../../node_modules/assemblyscript/bin/asc.js", import.meta.url));

const KERNELS = [
  { source: "dot.as.ts", target: "libs/engine/src/vectors/generated/dot-kernel.ts", name: "DOT_KERNEL" },
  { source: "embed.as.ts", target: "libs/engine/src/embed/generated/embed-kernel.ts", name: "EMBED_KERNEL" },
  {
    source: "words.as.ts",
    target: "libs/engine/src/lexical/generated/words-kernel.ts",
    name: "WORDS_KERNEL",
  },
  {
    source: "parser.as.ts",
    target: "libs/sidecar/src/syntax/tree/generated/parser-kernel.ts",
    name: "PARSER_KERNEL",
  },
] as const;

for (const { source, target, name } of KERNELS) {
  const path = fileURLToPath(new URL(`../../${target}`, import.meta.url));
  const text = `// Made by \`npm run generate\` from tools/kernel/${source}; do not edit.\nexport const ${name} = "${Buffer.from(await compile(source)).toString("base64")}";\n`;
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`Stale: ${target} (run \`npm run generate\` and commit)`);
    process.exitCode = 1;
  }
}

/**
 * Runs the compiler's own command in a separate process: a TypeScript loader would first transpile the
 * compiler's sources.
 */
async function compile(source: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "satori-kernel-"));
  const target = join(folder, "out.wasm");
  try {
    const options = [
      "--outFile",
      target,
      "--optimizeLevel",
      "3",
      "--enable",
      "simd",
      "--runtime",
      "stub",
      "--importMemory",
      "--noAssert",
    ];
    // The command restarts itself if source maps are not enabled.
    await promisify(execFile)(process.execPath, ["--enable-source-maps", COMPILER, source, ...options], {
      cwd: import.meta.dirname,
    });
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
