/** What pyright says about each call, at the places where Python's own parser finds them. */
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Definition, LanguageServer } from "./language-server.ts";
import type { OracleAnswer, OracleSite } from "./oracle.ts";

const CALLS = fileURLToPath(new URL("python_calls.py", import.meta.url));
const MAX_OUTPUT_BYTES = 2 ** 30;
/** Settings: types of libraries that are not installed are not guessed, and nothing is checked that nobody asks about. */
const SETTINGS = { analysis: { diagnosticMode: "openFilesOnly", typeCheckingMode: "off", useLibraryCodeForTypes: false, autoSearchPaths: true }, disableLanguageServices: false };

type Line = { readonly file: string } & ({ readonly call: readonly [start: number, line: number, character: number] } | { readonly name: readonly [line: number, character: number]; readonly definition: DefinitionKind } | object);
type DefinitionKind = "function" | "method" | "interface" | "class";

export interface PythonPrograms {
  readonly python: string;
  /** pyright's language server. */
  readonly server: string;
}

/**
 * Calls that lead to a name that no function or class has (a parameter, a variable) count as those of function types; calls of
 * which the server knows nothing do not count.
 */
export async function pythonCalls(folder: string, files: readonly string[], { python, server: command }: PythonPrograms, progress: (line: string) => void): Promise<OracleAnswer> {
  const root = realpathSync(folder);
  const project = parsed(root, files, python);
  const sites: OracleSite[] = [];
  using server = await LanguageServer.start([command, "--stdio"], root, SETTINGS);
  let [done, calls, unanswered] = [0, 0, 0];
  for (const [file, inFile] of project.calls) {
    server.open(file, "python", readFileSync(join(root, file), "utf8"));
    for (const [start, line, character] of inFile) {
      const found = await server.definitions(file, { line, character });
      calls++;
      if (found.length === 0) unanswered++;
      else sites.push({ file, start, ...kindAndDeclarations(found, root, project) });
    }
    server.close(file);
    if (++done % 50 === 0) progress(`${done} of ${project.calls.size} files`);
  }
  progress(`${calls} calls, ${unanswered} of which pyright knows nothing`);
  return { files: new Set(project.calls.keys()), sites };
}

interface ParsedProject {
  /** By file. */
  readonly calls: ReadonlyMap<string, readonly (readonly [start: number, line: number, character: number])[]>;
  /** By place of the name. */
  readonly definitions: ReadonlyMap<string, DefinitionKind>;
}

function parsed(root: string, files: readonly string[], python: string): ParsedProject {
  const printed = execFileSync(python, [CALLS, root], { input: files.join("\n"), encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, stdio: ["pipe", "pipe", "inherit"] });
  const calls = new Map<string, (readonly [start: number, line: number, character: number])[]>();
  const definitions = new Map<string, DefinitionKind>();
  for (const line of printed.split("\n").filter((text) => text !== "").map((text) => JSON.parse(text) as Line)) {
    if ("call" in line) calls.get(line.file)?.push(line.call);
    else if ("definition" in line) definitions.set(placeKey(line.file, ...line.name), line.definition);
    else calls.set(line.file, []);
  }
  return { calls, definitions };
}

function kindAndDeclarations(found: readonly Definition[], root: string, { calls, definitions }: ParsedProject): Pick<OracleSite, "kind" | "declarations"> {
  const inside = `${root.split(sep).join("/")}/`;
  const own = found.filter(({ path }) => path.startsWith(inside) && calls.has(path.slice(inside.length))).map(({ path, start }) => ({ file: path.slice(inside.length), start }));
  const kinds = own.flatMap(({ file, start }) => definitions.get(placeKey(file, start.line, start.character)) ?? []);
  const [kind] = kinds;
  if (kind === undefined) return { kind: own.length > 0 ? "function type" : "function", declarations: own.map(({ file, start }) => `${file}:${start.line + 1}`) };
  const defined = own.filter(({ file, start }) => definitions.has(placeKey(file, start.line, start.character)));
  return { kind: kind === "class" ? "constructor" : kind, declarations: defined.map(({ file, start }) => `${file}:${start.line + 1}`) };
}

function placeKey(file: string, line: number, character: number): string {
  return `${file}:${line}:${character}`;
}
