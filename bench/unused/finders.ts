/** Programs that find unused symbols of one language, and how to read what they print. Parsing is pure. */
import { isAbsolute, join, relative } from "node:path";

/** A symbol that a finder says is unused. */
export interface Finding {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export interface FinderInput {
  /** Folder of the project. */
  readonly project: string;
  /** Folder with the finders, as the top of run.ts describes it. */
  readonly tools: string;
}

/** A finder, run in the folder of the project. */
export interface Finder {
  /** Extensions of the files that it reads. */
  readonly files: RegExp;
  readonly environment?: (tools: string) => Readonly<Record<string, string>>;
  command(input: FinderInput): readonly string[];
  /**
   * Symbols of kinds that `unused_symbols` examines, in the order of the output.
   *
   * @param lineOf the text of a line of the project; empty if there is none
   */
  parse(output: string, project: string, lineOf: (file: string, line: number) => string): Finding[];
}

export const FINDERS = {
  knip: {
    files: /\.[cm]?[jt]sx?$/,
    command: ({ tools }) => [
      process.execPath,
      join(tools, "node_modules/knip/bin/knip.js"),
      ..."--include exports,types --reporter json --no-exit-code".split(" "),
    ],
    parse: parseKnip,
  },
  tsc: {
    files: /\.[cm]?tsx?$/,
    command: ({ tools, project }) => [
      process.execPath,
      join(tools, "node_modules/typescript/bin/tsc"),
      "-p",
      project,
      ..."--noUnusedLocals --noEmit --skipLibCheck --pretty false".split(" "),
    ],
    parse: parseTsc,
  },
  staticcheck: {
    files: /\.go$/,
    command: ({ tools }) => [join(tools, "bin/staticcheck"), ..."-checks U1000 -f json ./...".split(" ")],
    parse: parseStaticcheck,
  },
  vulture: {
    files: /\.py$/,
    environment: (tools) => ({ PYTHONPATH: join(tools, "py") }),
    command: () => ["python3", ..."-m vulture . --min-confidence 60".split(" ")],
    parse: parseVulture,
  },
} as const satisfies Record<string, Finder>;

export type FinderName = keyof typeof FINDERS;

/** `{ issues: [{ file, exports: [{ name, line }], types }] }`; a name that is passed on is no symbol. */
function parseKnip(
  output: string,
  _project: string,
  lineOf: (file: string, line: number) => string,
): Finding[] {
  // The reporter's documented format.
  const { issues } = JSON.parse(output) as {
    readonly issues: readonly {
      readonly file: string;
      readonly exports?: readonly { readonly name: string; readonly line: number }[];
      readonly types?: readonly { readonly name: string; readonly line: number }[];
    }[];
  };
  return issues.flatMap(({ file, exports = [], types = [] }) =>
    [...exports, ...types]
      .filter(({ name, line }) => isDeclared(lineOf(file, line), name))
      .map(({ name, line }) => ({ file, line, name })),
  );
}

function isDeclared(text: string, name: string): boolean {
  return new RegExp(
    `\\b(?:function\\*?|class|interface|type|enum|const|let|var)\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`,
  ).test(text);
}

const TSC = /^(.+?)\((\d+),\d+\): error TS(?:6133|6196): '([^']+)' is declared/gm;

/** Declarations of modules, and functions of any depth; imports and local variables are no symbols. */
function parseTsc(
  output: string,
  _project: string,
  lineOf: (file: string, line: number) => string,
): Finding[] {
  return [...output.matchAll(TSC)].flatMap(([, file = "", line = "", name = ""]) => {
    const text = lineOf(file, Number(line));
    const isLocal = /^\s+(?:const|let|var)\b/.test(text);
    const isMethod = new RegExp(`^\\s+(?:static |async )*private\\b.*\\b${name}\\s*[(<]`).test(text);
    return (isDeclared(text, name) && !isLocal) || isMethod ? [{ file, line: Number(line), name }] : [];
  });
}

/** One object a line; names of methods are `(*Type).name`. Fields are no examined symbols. */
function parseStaticcheck(output: string, project: string): Finding[] {
  return output.split("\n").flatMap((each) => {
    if (!each.startsWith("{")) return [];
    // The tool's documented format.
    const { code, message, location } = JSON.parse(each) as {
      readonly code: string;
      readonly message: string;
      readonly location: { readonly file: string; readonly line: number };
    };
    const [, name] = /^(?:func|type|const|var) (?:\(?\*?\w+\)?\.)?(\w+) is unused/.exec(message) ?? [];
    const file = isAbsolute(location.file) ? relative(project, location.file) : location.file;
    return code === "U1000" && name !== undefined ? [{ file, line: location.line, name }] : [];
  });
}

const VULTURE = /^(.+?):(\d+): unused (function|method|class|variable|property) '([^']+)'/gm;

/** Variables of modules only: the line of one starts with its name. A decorated symbol is at its decorator. */
function parseVulture(
  output: string,
  _project: string,
  lineOf: (file: string, line: number) => string,
): Finding[] {
  return [...output.matchAll(VULTURE)].flatMap(([, file = "", line = "", kind, name = ""]) => {
    const text = lineOf(file, Number(line));
    if (text.trimStart().startsWith("@")) return [];
    return kind === "variable" && !text.startsWith(name) ? [] : [{ file, line: Number(line), name }];
  });
}
