/** The language Bash; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../../language.ts";
import { BASH_LEXIS } from "../../lexical/lexical-rules.ts";

export const bash: LanguageDefinition = {
  id: "bash",
  aliases: ["sh", "shell", "zsh", "ksh", "bats"],
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild", ".eclass", ".command", ".zsh-theme"],
  filenames: [
    ".bashrc",
    ".bash_profile",
    ".bash_aliases",
    ".bash_logout",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".kshrc",
    ".envrc",
    "PKGBUILD",
    "APKBUILD",
  ],
  interpreters: ["bash", "sh", "zsh", "ksh", "dash", "ash", "mksh", "bats"],
  lexicalRules: BASH_LEXIS,
  grammar: {
    wasm: "bash",
    queries: ["bash/bash"],
    callsByName: true,
    readName,
    readImports,
    rewrite: testsAsFunctions,
  },
};

/** `ll=` of `alias ll='ls -l'` → `ll`. */
function readName(name: SyntaxNode): QualifiedName | null {
  return name.parent?.type === "concatenation"
    ? { name, text: name.text.replace(/=.*/s, ""), scopes: [] }
    : null;
}

/** `source a.sh`, `. "$DIR/a.sh"`, and `load a` of bats. */
function readImports(command: SyntaxNode): ImportFact[] {
  const module = command.childrenForFieldName("argument")[0]?.text.replace(/^["']|["']$/g, "") ?? "";
  return module === "" ? [] : [{ module, kind: "include", names: [], line: command.startRow + 1 }];
}

/** Turns bats' tests into function heads: `@test "opens a file" {` becomes `       opens_a_file() {`. */
function testsAsFunctions(text: string): string {
  return text.replace(
    /^([ \t]*)@test([ \t]+)(["'])(.+)\3[ \t](?=[ \t]*\{)/gm,
    (_, indent: string, gap: string, __, title: string) =>
      `${indent}     ${gap} ${title.replace(/\W/g, "_")}()`,
  );
}
