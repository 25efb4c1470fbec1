/** Starts web-tree-sitter with our kernel in its memory. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Language, Parser } from "web-tree-sitter";
import { PARSER_KERNEL } from "./generated/parser-kernel.ts";
import { type ParserExports, type ParserKernel, ParserMemory } from "./parser-memory.ts";

export interface ParserRuntime {
  readonly Language: typeof Language;
  readonly Parser: typeof Parser;
  readonly memory: ParserMemory;
}

/** Default size of the runtime's memory, in pages of 64 KiB. */
const PAGES = { initial: 512, maximum: 32_768 } as const;

type Imports = Record<string, Record<string, unknown>>;

/** Must be called only once per thread: the runtime's interface is a singleton. */
export async function startParserRuntime(): Promise<ParserRuntime> {
  const { Language, Parser } = await import("web-tree-sitter");
  const wasmMemory = new WebAssembly.Memory(PAGES);
  let memory: ParserMemory | undefined;
  // Emscripten's hook for instantiation. It replaces the callbacks that the runtime calls most often by
  // functions of the kernel.
  const instantiateWasm = (
    imports: Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void => {
    const { tree_sitter_parse_callback: theirRead, tree_sitter_progress_callback: theirProgress } =
      imports["env"] ?? {};
    // The generated module exports exactly these functions.
    const kernel = instantiate(Buffer.from(PARSER_KERNEL, "base64"), {
      env: { memory: wasmMemory, theirRead, theirProgress },
    }).instance.exports as unknown as ParserKernel;
    memory = new ParserMemory(wasmMemory, kernel);
    const own = { tree_sitter_parse_callback: kernel.read, tree_sitter_progress_callback: kernel.progress };
    const { instance, module } = instantiate(
      readFileSync(createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm")),
      { ...imports, env: { ...imports["env"], ...own } },
    );
    memory.start(instance.exports as unknown as ParserExports);
    receive(instance, module);
  };
  await Parser.init({ wasmMemory, instantiateWasm } as Parameters<typeof Parser.init>[0]);
  if (!memory)
    throw new Error("The parser's runtime started otherwise than the version that it is pinned to.");
  return { Language, Parser, memory };
}

function instantiate(
  bytes: Uint8Array,
  imports: Imports,
): { readonly instance: WebAssembly.Instance; readonly module: WebAssembly.Module } {
  const module = new WebAssembly.Module(bytes);
  return { module, instance: new WebAssembly.Instance(module, imports) };
}
