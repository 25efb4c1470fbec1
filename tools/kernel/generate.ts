/** Compiles the kernels to WebAssembly SIMD and writes each as a TypeScript module. `--check` fails when a committed one is stale. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const KERNELS = [
  { source: "dot.as.ts", target: "libs/engine/src/vectors/generated/dot-kernel.ts", name: "DOT_KERNEL" },
  { source: "embed.as.ts", target: "libs/engine/src/embed/generated/embed-kernel.ts", name: "EMBED_KERNEL" },
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

/** The part of the compiler's interface that is used here: its own types redefine globals such as `console`. */
interface Compiler {
  main(
    args: readonly string[],
    host: { readFile: (name: string) => string | null; writeFile: (name: string, contents: string | Uint8Array) => void; listFiles: () => string[] },
  ): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

async function compile(source: string): Promise<Uint8Array> {
  const text = readFileSync(fileURLToPath(new URL(source, import.meta.url)), "utf8");
  const compiler = (await import("assemblyscript/asc" as string)) as Compiler;
  let binary: Uint8Array = new Uint8Array();
  const { error, stderr } = await compiler.main([source, "--outFile", "out.wasm", "--optimizeLevel", "3", "--enable", "simd", "--runtime", "stub", "--importMemory", "--noAssert"], {
    readFile: (name: string) => (name === source ? text : null),
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name === "out.wasm") binary = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return binary;
}
