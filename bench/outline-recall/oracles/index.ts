/** For each language, its file names, its target, and the program that lists its declarations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OracleAnswer } from "../declaration.ts";
import { svelteDeclarations, vueDeclarations } from "./components.ts";
import { labelledDeclarations } from "./labels.ts";
import { answerBy, installed, programPath } from "./programs.ts";
import { typescriptDeclarations } from "./typescript.ts";

export interface Question {
  /** Folder of the project; absolute. */
  readonly root: string;
  /** Files of the language, relative to the root. */
  readonly files: readonly string[];
  /** Folder for input files of programs. */
  readonly temporary: string;
  /** Folder with parsers that are not part of this repository; see install.sh. */
  readonly home: string;
  progress(line: string): void;
}

export interface Oracle {
  readonly isSource: (path: string) => boolean;
  /** The recall that an outline should have. */
  readonly target: number;
  ask(question: Question): Promise<OracleAnswer>;
}

export const ORACLES = {
  typescript: {
    isSource: (path) => /\.[cm]?tsx?$/.test(path),
    target: 0.99,
    ask: async ({ root, files }) => typescriptDeclarations(root, files),
  },
  javascript: {
    isSource: (path) => /\.(?:[cm]?js|jsx)$/.test(path) && !path.endsWith(".min.js"),
    target: 0.99,
    ask: async ({ root, files }) => typescriptDeclarations(root, files),
  },
  python: {
    isSource: (path) => /\.pyi?$/.test(path),
    target: 0.99,
    ask: async ({ root, files, home }) =>
      answerBy([installed(home, "python/bin/python"), "-B", programPath("python_outline.py"), root], files),
  },
  rust: {
    isSource: (path) => path.endsWith(".rs"),
    target: 0.99,
    ask: async ({ root, files, home }) =>
      answerBy([installed(home, "rust/release/outline-oracle"), root], files),
  },
  c: {
    isSource: (path) => /\.[ch]$/.test(path),
    target: 0.97,
    ask: async (question) => clangAnswer("c", question),
  },
  cpp: {
    isSource: (path) => /\.(?:cc|cpp|cxx|h|hh|hpp|hxx|inc|ipp|inl)$/.test(path),
    target: 0.97,
    ask: async (question) => clangAnswer("cpp", question),
  },
  kotlin: {
    isSource: (path) => path.endsWith(".kt"),
    target: 0.99,
    ask: async ({ root, files, home }) =>
      answerBy(
        ["java", "-cp", `${installed(home, "kotlin")}/*`, programPath("KotlinOutline.java"), root],
        files,
      ),
  },
  go: {
    isSource: (path) => path.endsWith(".go"),
    target: 0.99,
    ask: async ({ root, files }) => answerBy(["go", "run", programPath("go_outline.go"), root], files),
  },
  java: {
    isSource: (path) => path.endsWith(".java"),
    target: 0.99,
    ask: async ({ root, files }) =>
      answerBy(
        [
          "java",
          "--add-exports",
          "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
          programPath("JavaOutline.java"),
          root,
        ],
        files,
      ),
  },
  php: {
    isSource: (path) => path.endsWith(".php"),
    target: 0.99,
    ask: async ({ root, files, home }) =>
      answerBy(["php", programPath("php_outline.php"), installed(home, "php/lib"), root], files),
  },
  elixir: {
    isSource: (path) => /\.exs?$/.test(path),
    target: 0.97,
    ask: async ({ root, files }) =>
      answerBy(["elixir", programPath("elixir_outline.exs"), root], files, { LC_ALL: "C.UTF-8" }),
  },
  ruby: {
    isSource: (path) => /\.(?:rb|rake|gemspec|ru)$/.test(path),
    target: 0.99,
    ask: async ({ root, files, home }) => {
      const prism = installed(home, "npm/node_modules/@ruby/prism/src/index.js");
      return answerBy(["node", "--no-warnings", programPath("ruby_outline.mjs"), prism, root], files);
    },
  },
  scala: {
    isSource: (path) => path.endsWith(".scala"),
    target: 0.97,
    ask: async ({ root, files, home }) => {
      const classes = `${installed(home, "scala")}/*:${installed(home, "scala")}`;
      return answerBy(
        ["java", "-Xss64m", "-Dfile.encoding=UTF-8", "-cp", classes, "ScalaOutline", root],
        files,
      );
    },
  },
  vue: { isSource: (path) => path.endsWith(".vue"), target: 0.97, ask: vueDeclarations },
  svelte: { isSource: (path) => path.endsWith(".svelte"), target: 0.97, ask: svelteDeclarations },
  swift: {
    isSource: (path) => path.endsWith(".swift"),
    target: 0.97,
    ask: async ({ root }) => labelledDeclarations("swift", root),
  },
  dart: {
    isSource: (path) => path.endsWith(".dart"),
    target: 0.97,
    ask: async ({ root }) => labelledDeclarations("dart", root),
  },
  csharp: {
    isSource: (path) => path.endsWith(".cs"),
    target: 0.99,
    ask: async ({ root }) => labelledDeclarations("csharp", root),
  },
} as const satisfies Readonly<Record<string, Oracle>>;

export type OracleLanguage = keyof typeof ORACLES;

function clangAnswer(language: "c" | "cpp", { root, files, home, temporary }: Question): OracleAnswer {
  const list = join(temporary, `${language}-files`);
  writeFileSync(list, files.join("\n"));
  const python = installed(home, "python/bin/python");
  return answerBy([python, "-B", programPath("clang_outline.py"), root, language, list], []);
}
