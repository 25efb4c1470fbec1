/** Pyright's resolution of each call that Python's own parser finds. */
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Definition, LanguageServer } from "./language-server.ts";
import type { OracleAnswer, OracleSite } from "./oracle.ts";

const MAX_OUTPUT_BYTES = 2 ** 30;
/**
 * Settings of pyright: types of libraries that are not installed are not guessed, and only requested files
 * are checked.
 */
export const PYRIGHT_SETTINGS = {
  analysis: {
    diagnosticMode: "openFilesOnly",
    typeCheckingMode: "off",
    useLibraryCodeForTypes: false,
    autoSearchPaths: true,
  },
  disableLanguageServices: false,
};

export type Place = readonly [start: number, line: number, character: number];
type Line = { readonly file: string } & (
  | { readonly call: Place }
  | { readonly read: Place; readonly member: string }
  | {
      readonly name: readonly [line: number, character: number];
      readonly called: string;
      readonly definition: DefinitionKind;
    }
  | object
);
type DefinitionKind = "function" | "method" | "interface" | "property" | "class";

export interface PythonPrograms {
  readonly python: string;
  /** The command of pyright's language server. */
  readonly server: string;
}

/**
 * Calls of a project. A call that leads to a name that no function or class has (a parameter, a variable)
 * counts as `function type`. Calls that the server cannot resolve do not count. Reads of members count only
 * if a property of the project has that name.
 */
export async function pythonCalls(
  folder: string,
  files: readonly string[],
  { python, server: command }: PythonPrograms,
  progress: (line: string) => void,
): Promise<OracleAnswer> {
  const root = realpathSync(folder);
  const project = parsed(root, files, python);
  const sites: OracleSite[] = [];
  using server = await LanguageServer.start([command, "--stdio"], root, PYRIGHT_SETTINGS);
  let [done, calls, unanswered] = [0, 0, 0];
  for (const [file, inFile] of project.calls) {
    server.open(file, "python", readFileSync(join(root, file), "utf8"));
    for (const [start, line, character] of inFile) {
      const found = await server.definitions(file, { line, character });
      calls++;
      if (found.length === 0) unanswered++;
      else sites.push({ file, start, ...kindAndDeclarations(found, root, project) });
    }
    for (const [start, line, character] of project.reads.get(file) ?? []) {
      const found = await server.definitions(file, { line, character });
      if (found.length > 0)
        sites.push({
          file,
          start,
          kind: "property",
          declarations: declarationsAmong(found, root, project)
            .filter(({ kind }) => kind === "property")
            .map(({ place }) => place),
        });
    }
    server.close(file);
    if (++done % 50 === 0) progress(`${done} of ${project.calls.size} files`);
  }
  progress(`${calls} calls, ${unanswered} of which pyright knows nothing`);
  return { files: new Set(project.calls.keys()), sites };
}

interface ParsedProject {
  /** By file. */
  readonly calls: ReadonlyMap<string, readonly Place[]>;
  readonly reads: ReadonlyMap<string, readonly Place[]>;
  /** By position of the name. */
  readonly definitions: ReadonlyMap<string, DefinitionKind>;
}

function parsed(root: string, files: readonly string[], python: string): ParsedProject {
  const calls = new Map<string, Place[]>();
  const reads = new Map<string, Place[]>();
  const definitions = new Map<string, DefinitionKind>();
  const lines = printedByPython<Line>("python_calls.py", root, files, python);
  const properties = new Set(
    lines.flatMap((line) => ("definition" in line && line.definition === "property" ? [line.called] : [])),
  );
  for (const line of lines) {
    if ("call" in line) calls.get(line.file)?.push(line.call);
    else if ("read" in line) {
      if (properties.has(line.member)) reads.get(line.file)?.push(line.read);
    } else if ("definition" in line) definitions.set(placeKey(line.file, ...line.name), line.definition);
    else {
      calls.set(line.file, []);
      reads.set(line.file, []);
    }
  }
  return { calls, reads, definitions };
}

/** Parses the output of a program about some files, one JSON value per line; names are those of this folder. */
export function printedByPython<T>(
  program: string | URL,
  root: string,
  files: readonly string[],
  python: string,
): T[] {
  const path = fileURLToPath(new URL(program, import.meta.url));
  // Without -B, Python would write compiled files next to the programs.
  const printed = execFileSync(python, ["-B", path, root], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ["pipe", "pipe", "inherit"],
  });
  return printed
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as T);
}

function kindAndDeclarations(
  found: readonly Definition[],
  root: string,
  project: ParsedProject,
): Pick<OracleSite, "kind" | "declarations"> {
  const own = declarationsAmong(found, root, project);
  const defined = own.filter(({ kind }) => kind !== undefined);
  const kind = defined[0]?.kind;
  if (kind === undefined)
    return {
      kind: own.length > 0 ? "function type" : "function",
      declarations: own.map(({ place }) => place),
    };
  return {
    kind: kind === "class" ? "constructor" : kind === "property" ? "method" : kind,
    declarations: defined.map(({ place }) => place),
  };
}

/** Declarations inside the project, with their kinds. */
function declarationsAmong(
  found: readonly Definition[],
  root: string,
  { calls, definitions }: ParsedProject,
): { readonly place: string; readonly kind: DefinitionKind | undefined }[] {
  const inside = `${root.split(sep).join("/")}/`;
  const own = found
    .filter(({ path }) => path.startsWith(inside) && calls.has(path.slice(inside.length)))
    .map(({ path, start }) => ({ file: path.slice(inside.length), start }));
  return own.map(({ file, start }) => ({
    place: `${file}:${start.line + 1}`,
    kind: definitions.get(placeKey(file, start.line, start.character)),
  }));
}

function placeKey(file: string, line: number, character: number): string {
  return `${file}:${line}:${character}`;
}
