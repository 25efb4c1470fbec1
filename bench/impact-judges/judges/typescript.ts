/** TypeScript's checker as the judge of a project. */
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import type tsTypes from "typescript";
import { edited, lineAfter } from "../file-edit.ts";
import { type FileLine, type Judge, type Mutation, type Verdict, fileLines } from "../mutation.ts";
import { ReferenceIndex } from "./typescript-references.ts";
import { mutationsIn } from "./typescript-mutations.ts";

type Ts = typeof tsTypes;

/** Errors about imports, variables and members that nothing uses any more. */
const UNUSED_CODES = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);
/** Too few, too many, or another number of arguments. */
const ARITY_CODES = new Set([2554, 2555, 2575]);

/** @param config path of the project's tsconfig; the project's own TypeScript is used, if it has one */
export function typescriptJudge(root: string, config: string): Judge {
  const ts = createRequire(join(root, "package.json"))("typescript") as Ts;
  const read = ts.readConfigFile(config, (path) => ts.sys.readFile(path));
  const { options, fileNames } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(config));
  return new TypescriptJudge(ts, root, fileNames, {
    ...options,
    noEmit: true,
    composite: false,
    incremental: false,
    skipLibCheck: true,
  });
}

class TypescriptJudge implements Judge {
  readonly files: ReadonlySet<string>;
  readonly mutations: readonly Mutation[];
  private readonly sources = new Map<string, tsTypes.SourceFile | undefined>();
  private readonly program: tsTypes.Program;
  private readonly own: readonly tsTypes.SourceFile[];
  private readonly references: ReferenceIndex;
  private readonly baseline = new Map<string, readonly tsTypes.Diagnostic[]>();

  constructor(
    private readonly ts: Ts,
    private readonly root: string,
    private readonly fileNames: readonly string[],
    private readonly options: tsTypes.CompilerOptions,
  ) {
    this.program = this.programWith(null);
    this.own = this.program
      .getSourceFiles()
      .filter(({ fileName }) => this.isOwn(fileName))
      .sort((left, right) => (left.fileName < right.fileName ? -1 : 1));
    this.files = new Set(this.own.map((source) => this.pathOf(source)));
    this.references = new ReferenceIndex(ts, this.program.getTypeChecker(), this.own);
    this.mutations = this.own
      .filter(({ isDeclarationFile }) => !isDeclarationFile)
      .flatMap((source) => mutationsIn(ts, this.program.getTypeChecker(), source, this.pathOf(source)));
  }

  async judge(
    mutations: readonly Mutation[],
    told: (mutation: Mutation, verdict: Verdict) => void,
  ): Promise<void> {
    for (const mutation of mutations) told(mutation, this.verdict(mutation));
    return Promise.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Only files that have the name, or a name that it is imported by, are checked: an error at the symbol's
   * name is in no other file.
   */
  private verdict(mutation: Mutation): Verdict {
    const { ts, references } = this;
    const path = join(this.root, mutation.file);
    const original = this.program.getSourceFile(path);
    if (original === undefined) throw new Error(`${mutation.file} is not part of the program`);
    const { names, uses } = references.of(original, mutation.line, mutation.name);
    const changed = ts.createSourceFile(
      original.fileName,
      edited(original.text, mutation.edit),
      { ...this.optionsOfSource(), impliedNodeFormat: original.impliedNodeFormat },
      true,
    );
    const program = this.programWith(changed);
    const outside = uses.filter(({ file, line }) => !isInside(mutation, this.pathOf(file), line));
    const after = ({ file, line }: { file: tsTypes.SourceFile; line: number }): FileLine[] =>
      this.moved(mutation, this.pathOf(file), line);
    const hasName = new RegExp(
      `\\b(?:${[...names].map((name) => name.replaceAll("$", "\\$")).join("|")})(?![\\w$])`,
    );
    const failing: FileLine[] = [];
    const cascading: FileLine[] = [];
    for (const source of this.own) {
      if (source !== original && !hasName.test(source.text)) continue;
      const now = program.getSourceFile(source.fileName);
      if (now === undefined) continue;
      for (const diagnostic of this.newErrors(program, source, now)) {
        const place = this.placeOf(now, diagnostic, mutation, names, source === original ? [] : uses);
        if (isInsideAfter(mutation, place)) continue;
        (place.isDirect ? failing : cascading).push(place);
      }
    }
    const isArity = mutation.mutation === "add_parameter" || mutation.mutation === "remove_parameter";
    return {
      failing: fileLines(failing),
      behindImports: isArity
        ? []
        : fileLines(outside.filter(({ isAlias }) => isAlias).flatMap((use) => after(use))),
      cascading: fileLines(cascading),
      references: fileLines(outside.flatMap((use) => after(use))),
    };
  }

  /** Errors of a file that it did not have before. */
  private newErrors(
    program: tsTypes.Program,
    source: tsTypes.SourceFile,
    now: tsTypes.SourceFile,
  ): tsTypes.Diagnostic[] {
    const known = this.baseline.get(source.fileName) ?? this.program.getSemanticDiagnostics(source);
    this.baseline.set(source.fileName, known);
    const keyOf = ({ code, start = 0 }: tsTypes.Diagnostic, of: tsTypes.SourceFile): string =>
      `${code} ${of.text.slice(start, start + 40)}`;
    const before = new Set(known.map((diagnostic) => keyOf(diagnostic, source)));
    return program
      .getSemanticDiagnostics(now)
      .filter((diagnostic) => !UNUSED_CODES.has(diagnostic.code) && !before.has(keyOf(diagnostic, now)));
  }

  /** Line of the name at fault, or of the error. */
  private placeOf(
    source: tsTypes.SourceFile,
    { code, start = 0, length = 0 }: tsTypes.Diagnostic,
    { mutation }: Mutation,
    names: ReadonlySet<string>,
    uses: readonly { readonly file: tsTypes.SourceFile; readonly start: number; readonly line: number }[],
  ): FileLine & { readonly isDirect: boolean } {
    const { ts } = this;
    const file = this.pathOf(source);
    const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
    const node = innermost(ts, source, start);
    if (mutation === "add_parameter" || mutation === "remove_parameter") {
      const name = ARITY_CODES.has(code) ? calledName(ts, node, names) : null;
      return name
        ? { file, line: lineOf(name.getStart(source)), isDirect: true }
        : { file, line: lineOf(start), isDirect: false };
    }
    if (ts.isIdentifier(node) && names.has(node.text) && node.getStart(source) === start)
      return { file, line: lineOf(start), isDirect: true };
    // An error of a whole expression is about the symbol if its name is in there.
    const within = uses.find(
      (use) => use.file.fileName === source.fileName && use.start >= start && use.start < start + length,
    );
    return within
      ? { file, line: within.line, isDirect: true }
      : { file, line: lineOf(start), isDirect: false };
  }

  private moved({ file: mutated, edit }: Mutation, file: string, line: number): FileLine[] {
    const after = file === mutated ? lineAfter(edit, line) : line;
    return after === null ? [] : [{ file, line: after }];
  }

  private programWith(changed: tsTypes.SourceFile | null): tsTypes.Program {
    const { ts, options, sources } = this;
    const host = ts.createCompilerHost(options, true);
    return ts.createProgram({
      rootNames: this.fileNames,
      options,
      ...(changed ? { oldProgram: this.program } : {}),
      host: {
        ...host,
        getSourceFile: (fileName, languageVersion) => {
          if (fileName === changed?.fileName) return changed;
          if (!sources.has(fileName)) sources.set(fileName, host.getSourceFile(fileName, languageVersion));
          return sources.get(fileName);
        },
      },
    });
  }

  private optionsOfSource(): tsTypes.CreateSourceFileOptions {
    return { languageVersion: this.options.target ?? this.ts.ScriptTarget.ES2022 };
  }

  private pathOf({ fileName }: tsTypes.SourceFile): string {
    return relative(this.root, fileName).split(sep).join("/");
  }

  private isOwn(fileName: string): boolean {
    return fileName.startsWith(`${this.root}/`) && !fileName.includes("/node_modules/");
  }
}

function isInside(
  { file: mutated, definition: [first, last] }: Mutation,
  file: string,
  line: number,
): boolean {
  return file === mutated && line >= first && line <= last;
}

function isInsideAfter({ file, definition: [first, last], edit }: Mutation, place: FileLine): boolean {
  const growth = edit.lines.length - (edit.last - edit.first + 1);
  return place.file === file && place.line >= first && place.line <= last + growth;
}

function innermost(ts: Ts, source: tsTypes.SourceFile, offset: number): tsTypes.Node {
  let node: tsTypes.Node = source;
  for (;;) {
    const child: tsTypes.Node | undefined = ts.forEachChild(node, (each) =>
      each.getStart(source) <= offset && offset < each.getEnd() ? each : undefined,
    );
    if (child === undefined) return node;
    node = child;
  }
}

/** The last name of the innermost call around a node that calls one of these names. */
function calledName(ts: Ts, node: tsTypes.Node, names: ReadonlySet<string>): tsTypes.Identifier | null {
  for (let at: tsTypes.Node | undefined = node; at !== undefined; at = at.parent) {
    const callee =
      ts.isCallExpression(at) || ts.isNewExpression(at)
        ? at.expression
        : ts.isTaggedTemplateExpression(at)
          ? at.tag
          : null;
    const name = callee && ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (name && ts.isIdentifier(name) && names.has(name.text)) return name;
  }
  return null;
}
