/** Pyright's resolution of each name in a Python project that Python's own parser finds. */
import { readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { type Definition, LanguageServer } from "../oracles/language-server.ts";
import { PYRIGHT_SETTINGS, type Place, type PythonPrograms, printedByPython } from "../oracles/python.ts";
import { type KnownUses, UsesTable } from "./known-uses.ts";

interface PrintedName {
  readonly file: string;
  readonly name: string;
  readonly place: Place;
}

/**
 * Uses of a project's names. If a name is assigned in several places, each of them is a declaration, and
 * stands for all of them.
 */
export async function pythonUses(
  folder: string,
  files: readonly string[],
  { python, server: command }: PythonPrograms,
  progress: (line: string) => void,
): Promise<KnownUses> {
  const root = realpathSync(folder);
  const byFile = new Map<string, PrintedName[]>(files.map((file) => [file, []]));
  for (const printed of printedByPython<PrintedName>("python_uses.py", root, files, python))
    byFile.get(printed.file)?.push(printed);
  const declared = new Declared(root, files);
  const uses = new UsesTable();
  using server = await LanguageServer.start([command, "--stdio"], root, PYRIGHT_SETTINGS);
  let [done, names, unanswered] = [0, 0, 0];
  for (const [file, inFile] of byFile) {
    server.open(file, "python", readFileSync(join(root, file), "utf8"));
    for (const {
      place: [start, line, character],
    } of inFile) {
      // The server fails at a few names, which then count as unknown.
      const found = await server
        .definitions(file, { line, character })
        .catch((): readonly Definition[] => []);
      names++;
      if (found.length === 0) unanswered++;
      else
        uses.add({
          file,
          start,
          declarations: found.flatMap((definition) => declared.nameAt(definition) ?? []),
        });
    }
    server.close(file);
    if (++done % 50 === 0) progress(`${done} of ${byFile.size} files`);
  }
  progress(`${names} names, ${unanswered} of which pyright knows nothing`);
  return uses;
}

/** Names of definitions, by position. */
class Declared {
  private readonly inside: string;
  private readonly files: ReadonlySet<string>;
  private readonly lines = new Map<string, readonly string[]>();

  constructor(
    private readonly root: string,
    files: readonly string[],
  ) {
    this.inside = `${root.split(sep).join("/")}/`;
    this.files = new Set(files);
  }

  /** `file:line:name`; null outside of the project. */
  nameAt({ path, start }: Definition): string | null {
    const file = path.startsWith(this.inside) ? path.slice(this.inside.length) : "";
    if (!this.files.has(file)) return null;
    const lines = this.lines.get(file) ?? readFileSync(join(this.root, file), "utf8").split("\n");
    this.lines.set(file, lines);
    const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(lines[start.line]?.slice(start.character) ?? "");
    return name && `${file}:${start.line + 1}:${name[0]}`;
  }
}
