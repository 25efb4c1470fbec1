/**
 * Grammars of highlight.js, by the names of languages in answers. A chunk of its own, loaded with the first
 * code.
 */
import dart from "highlight.js/lib/languages/dart";
import clojure from "highlight.js/lib/languages/clojure";
import cmake from "highlight.js/lib/languages/cmake";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import erlang from "highlight.js/lib/languages/erlang";
import fsharp from "highlight.js/lib/languages/fsharp";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import julia from "highlight.js/lib/languages/julia";
import latex from "highlight.js/lib/languages/latex";
import lisp from "highlight.js/lib/languages/lisp";
import nix from "highlight.js/lib/languages/nix";
import ocaml from "highlight.js/lib/languages/ocaml";
import powershell from "highlight.js/lib/languages/powershell";
import protobuf from "highlight.js/lib/languages/protobuf";
import scala from "highlight.js/lib/languages/scala";
import vim from "highlight.js/lib/languages/vim";
import { common, createLowlight } from "lowlight";
import { type Line, plainLines, treeLines } from "./lines.ts";

const lowlight = createLowlight({
  ...common,
  dart,
  clojure,
  cmake,
  dockerfile,
  elixir,
  erlang,
  fsharp,
  groovy,
  haskell,
  julia,
  latex,
  lisp,
  nix,
  ocaml,
  powershell,
  protobuf,
  scala,
  vim,
});

/** Languages whose grammar has another name, or that use the nearest grammar because they have none. */
const GRAMMAR_OF: Readonly<Record<string, string>> = {
  astro: "xml",
  html: "xml",
  razor: "xml",
  svelte: "xml",
  vue: "xml",
  tsx: "typescript",
  batch: "bash",
  fish: "bash",
  "objective-c": "objectivec",
  sass: "scss",
  solidity: "javascript",
  starlark: "python",
  terraform: "ini",
  tex: "latex",
  toml: "ini",
  visualbasic: "vbnet",
  zig: "rust",
};

export function colour(language: string, text: string): Line[] {
  const grammar = (Object.hasOwn(GRAMMAR_OF, language) ? GRAMMAR_OF[language] : undefined) ?? language;
  if (!lowlight.registered(grammar)) return plainLines(text);
  try {
    return treeLines(lowlight.highlight(grammar, text));
  } catch {
    // If a third-party grammar fails at a text, the text is shown without colours.
    return plainLines(text);
  }
}
