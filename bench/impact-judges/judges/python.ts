/** Pyright as the judge of a Python project. */
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, LanguageServer } from "../../callgraph/oracles/language-server.ts";
import { printedByPython } from "../../callgraph/oracles/python.ts";
import { edited, lineAfter } from "../file-edit.ts";
import { type FileLine, type Judge, type Mutation, type Verdict, fileLines } from "../mutation.ts";

const PROGRAM = new URL("python_mutations.py", import.meta.url);
const ERROR = 1;
/** Calls with the wrong number or names of arguments. */
const ARITY_RULE = "reportCallIssue";

type Position = readonly [line: number, column: number];
type Call = readonly [name: string, line: number, start: Position, end: Position];
type Printed = { readonly file: string; readonly calls: readonly Call[] } | Mutation;

export interface PythonCommands {
  readonly python: string;
  /** The command of pyright's language server. */
  readonly server: string;
}

/** Checks all files of the repository that parse; imports start in the root and in `src`. */
export async function pythonJudge(folder: string, { python, server }: PythonCommands): Promise<Judge> {
  const root = realpathSync(folder);
  const files = execFileSync("git", ["-C", root, "ls-files", "*.py"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const printed = printedByPython<Printed>(PROGRAM, root, files, python);
  const analysis = {
    diagnosticMode: "openFilesOnly",
    typeCheckingMode: "standard",
    useLibraryCodeForTypes: true,
    autoSearchPaths: true,
    extraPaths: ["src"],
  };
  const settings = { analysis, ...analysis, pythonPath: python };
  return new PythonJudge(root, printed, await LanguageServer.start([server, "--stdio"], root, settings));
}

class PythonJudge implements Judge {
  readonly files: ReadonlySet<string>;
  readonly mutations: readonly Mutation[];
  private readonly calls = new Map<string, readonly Call[]>();
  private readonly texts = new Map<string, string>();
  /** Errors of the unchanged project, by file. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(
    root: string,
    printed: readonly Printed[],
    private readonly server: LanguageServer,
  ) {
    this.mutations = printed.flatMap((one) => ("mutation" in one ? [one] : []));
    for (const one of printed) if (!("mutation" in one)) this.calls.set(one.file, one.calls);
    this.files = new Set(this.calls.keys());
    for (const file of this.files) this.texts.set(file, readFileSync(join(root, file), "utf8"));
  }

  async judge(
    mutations: readonly Mutation[],
    told: (mutation: Mutation, verdict: Verdict) => void,
  ): Promise<void> {
    for (const mutation of mutations) told(mutation, await this.verdict(mutation));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server[Symbol.dispose]();
    return Promise.resolve();
  }

  /** Only files that have the name are checked: an error at the symbol's name is in no other file. */
  private async verdict(mutation: Mutation): Promise<Verdict> {
    const { server } = this;
    const hasName = new RegExp(`\\b${mutation.name}\\b`);
    const files = [...this.texts].filter(([, text]) => hasName.test(text)).map(([file]) => file);
    for (const file of files) server.open(file, "python", this.textOf(file));
    for (const file of files)
      if (!this.known.has(file)) this.known.set(file, new Set((await this.errorsOf(file)).map(keyOf)));
    const references = await this.referencesTo(mutation);
    server.change(mutation.file, edited(this.textOf(mutation.file), mutation.edit));
    const failing: FileLine[] = [];
    const cascading: FileLine[] = [];
    for (const file of files) {
      const text = file === mutation.file ? edited(this.textOf(file), mutation.edit) : this.textOf(file);
      for (const error of await this.errorsOf(file)) {
        if (this.known.get(file)?.has(keyOf(error))) continue;
        const at = this.placeOf(file, text, error, mutation);
        if (!isInsideAfter(mutation, at)) (at.isDirect ? failing : cascading).push(at);
      }
    }
    for (const file of files) server.close(file);
    const isArity = mutation.mutation === "add_parameter" || mutation.mutation === "remove_parameter";
    const isMember = mutation.kind === "method" || mutation.kind === "field";
    const behind = isArity || isMember ? [] : references.filter(({ isBehindImport }) => isBehindImport);
    return {
      failing: fileLines(failing),
      behindImports: fileLines(behind),
      cascading: fileLines(cascading),
      references: fileLines(references),
    };
  }

  private textOf(file: string): string {
    return this.texts.get(file) ?? "";
  }

  private async errorsOf(file: string): Promise<Diagnostic[]> {
    return (await this.server.diagnostics(file)).filter(({ severity }) => severity === ERROR);
  }

  private async referencesTo(
    mutation: Mutation,
  ): Promise<(FileLine & { readonly isBehindImport: boolean })[]> {
    const { file, line, name, definition, edit } = mutation;
    const lines = this.textOf(file).split("\n");
    const from = Math.max(0, lines[line - 1]?.search(new RegExp(`\\b${name}\\b`)) ?? 0);
    const found = await this.server.references(file, { line: line - 1, character: from });
    return found.flatMap(({ path, start }) => {
      const inFile = path === file;
      const at = start.line + 1;
      if (!this.files.has(path) || (inFile && at >= definition[0] && at <= definition[1])) return [];
      const after = inFile ? lineAfter(edit, at) : at;
      const before = this.textOf(path).split("\n")[start.line]?.slice(0, start.character).trimEnd();
      return after === null
        ? []
        : [{ file: path, line: after, isBehindImport: !inFile && before?.endsWith(".") === false }];
    });
  }

  /** Line of the name at fault, or of the error. */
  private placeOf(
    file: string,
    text: string,
    { range: { start }, rule }: Diagnostic,
    { mutation, name, file: mutated, edit }: Mutation,
  ): FileLine & { readonly isDirect: boolean } {
    const line = start.line + 1;
    if (mutation === "add_parameter" || mutation === "remove_parameter") {
      const moved = file === mutated ? edit.lines.length - (edit.last - edit.first + 1) : 0;
      const at = [line - (file === mutated && line > edit.last ? moved : 0), start.character] as const;
      const call = rule === ARITY_RULE ? this.callAround(file, at, name) : null;
      if (call === null) return { file, line, isDirect: false };
      return { file, line: call[1] + line - at[0], isDirect: true };
    }
    const rest = text.split("\n")[start.line]?.slice(start.character) ?? "";
    return { file, line, isDirect: /^\w+/.exec(rest)?.[0] === name };
  }

  /** The innermost call of a name around a position. */
  private callAround(file: string, at: Position, name: string): Call | null {
    const around = (this.calls.get(file) ?? []).filter(
      ([called, , start, end]) => called === name && !isBefore(at, start) && isBefore(at, end),
    );
    return around.sort(([, , left], [, , right]) => (isBefore(left, right) ? 1 : -1))[0] ?? null;
  }
}

function keyOf({ rule, message }: Diagnostic): string {
  return `${rule} ${message}`;
}

function isBefore([line, column]: Position, [otherLine, otherColumn]: Position): boolean {
  return line < otherLine || (line === otherLine && column < otherColumn);
}

function isInsideAfter({ file, definition: [first, last], edit }: Mutation, place: FileLine): boolean {
  const growth = edit.lines.length - (edit.last - edit.first + 1);
  return place.file === file && place.line >= first && place.line <= last + growth;
}
