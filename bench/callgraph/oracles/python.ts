/** What pyright says about each call, at the places where Python's own parser finds them. */
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { LanguageServer } from "./language-server.ts";
import type { CallKind, OracleAnswer, OracleSite } from "./oracle.ts";

const CALLS = fileURLToPath(new URL("python_calls.py", import.meta.url));
const MAX_OUTPUT_BYTES = 2 ** 30;
/** Settings: types of libraries that are not installed are not guessed, and nothing is checked that nobody asks about. */
const SETTINGS = { analysis: { diagnosticMode: "openFilesOnly", typeCheckingMode: "off", useLibraryCodeForTypes: false, autoSearchPaths: true }, disableLanguageServices: false };

type Line = { readonly file: string } & ({ readonly call: readonly [start: number, line: number, character: number] } | { readonly line: number; readonly definition: DefinitionKind } | object);
type DefinitionKind = "function" | "method" | "interface" | "class";

export interface PythonPrograms {
  readonly python: string;
  /** pyright's language server. */
  readonly server: string;
}

/** Calls that lead to a name that no function or class has (a parameter, a variable) count as those of function types. */
export async function pythonCalls(folder: string, files: readonly string[], { python, server: command }: PythonPrograms, progress: (line: string) => void): Promise<OracleAnswer> {
  const root = realpathSync(folder);
  const lines = parsed(root, files, python);
  const kinds = new Map(lines.flatMap((line): [string, DefinitionKind][] => ("definition" in line ? [[`${line.file}:${line.line}`, line.definition]] : [])));
  const read = new Set(lines.map(({ file }) => file));
  const calls = new Map<string, (readonly [start: number, line: number, character: number])[]>([...read].map((file) => [file, []]));
  for (const line of lines) if ("call" in line) calls.get(line.file)?.push(line.call);
  const sites: OracleSite[] = [];
  using server = await LanguageServer.start([command, "--stdio"], root, SETTINGS);
  let done = 0;
  for (const [file, inFile] of calls) {
    server.open(file, "python", readFileSync(join(root, file), "utf8"));
    for (const [start, line, character] of inFile) {
      const found = await server.definitions(file, { line, character });
      const inProject = found.flatMap((definition) => (definition.path.startsWith(`${root.split(sep).join("/")}/`) ? [`${definition.path.slice(root.length + 1)}:${definition.line + 1}`] : [])).filter((place) => read.has(place.replace(/:\d+$/, "")));
      sites.push({ file, start, ...kindAndDeclarations(inProject, kinds) });
    }
    server.close(file);
    if (++done % 50 === 0) progress(`${done} of ${calls.size} files`);
  }
  return { files: read, sites };
}

function parsed(root: string, files: readonly string[], python: string): Line[] {
  const printed = execFileSync(python, [CALLS, root], { input: files.join("\n"), encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, stdio: ["pipe", "pipe", "inherit"] });
  return printed.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

function kindAndDeclarations(places: readonly string[], kinds: ReadonlyMap<string, DefinitionKind>): { kind: CallKind; declarations: readonly string[] } {
  const defined = places.filter((place) => kinds.has(place));
  if (defined.length === 0) return { kind: places.length > 0 ? "function type" : "function", declarations: places };
  const [kind] = defined.map((place) => kinds.get(place));
  return { kind: kind === "class" ? "constructor" : (kind ?? "function"), declarations: defined };
}
