/** For each language, its file names and the program that resolves its calls. */
import { join } from "node:path";
import { printedByClang } from "./clang.ts";
import { goSays } from "./go/go.ts";
import { javaSays } from "./java/java.ts";
import { type OracleAnswer, answerOf } from "./oracle.ts";
import { type PythonPrograms, pythonCalls } from "./python.ts";
import { rustCalls } from "./rust.ts";
import { typescriptCalls } from "./typescript.ts";

export interface Question extends PythonPrograms {
  /** Folder of the project; absolute. */
  readonly root: string;
  /** Files of the language, relative to the root. */
  readonly files: readonly string[];
  /** Folder for input files of programs. */
  readonly temporary: string;
  readonly go: string;
  readonly java: string;
  /** A Python that has the package `libclang`. */
  readonly clang: string;
  /** The rust-analyzer command. */
  readonly analyzer: string;
  progress(line: string): void;
}

export interface Oracle {
  readonly isSource: (path: string) => boolean;
  ask(question: Question): Promise<OracleAnswer>;
}

export const ORACLES = {
  typescript: {
    isSource: (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"),
    ask: async ({ root, files }) =>
      typescriptCalls(
        root,
        files.map((file) => join(root, file)),
      ),
  },
  python: {
    isSource: (path) => path.endsWith(".py"),
    ask: ({ root, files, python, server, progress }) =>
      pythonCalls(root, files, { python, server }, progress),
  },
  go: {
    isSource: (path) => path.endsWith(".go"),
    ask: async (question) => answerOf(goSays(question, "calls")),
  },
  rust: {
    isSource: (path) => path.endsWith(".rs"),
    ask: async ({ root, analyzer, temporary }) => rustCalls(root, analyzer, temporary),
  },
  java: {
    isSource: (path) => path.endsWith(".java"),
    ask: async (question) => answerOf(javaSays(question, "calls")),
  },
  c: {
    isSource: (path) => /\.[ch]$/.test(path),
    ask: async (question) => answerOf(printedByClang("clang_calls.py", "c", question)),
  },
  cpp: {
    isSource: (path) => /\.(?:cc|cpp|cxx|h|hh|hpp|hxx|inc|ipp|inl)$/.test(path),
    ask: async (question) => answerOf(printedByClang("clang_calls.py", "cpp", question)),
  },
} as const satisfies Readonly<Record<string, Oracle>>;

export type OracleLanguage = keyof typeof ORACLES;
