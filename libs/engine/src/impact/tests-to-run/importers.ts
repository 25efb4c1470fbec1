/**
 * Which files import a file. The words of the index propose candidates, and their import expressions,
 * resolved by the rules of their language, decide. A language without imports has no importers here.
 */
import type { FileId, Resolution } from "@satori/sidecar";
import { tokenize } from "../../lexical/tokens.ts";
import { nameOf, parentOf } from "../../model/paths.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { CodeView } from "../../store/code-view.ts";

/** Chunks that are looked at for the name of a file; beyond, the name says nothing. */
const MAX_CHUNKS = 2_000;
/** Files whose imports are resolved for one file. */
const MAX_CANDIDATES = 300;
/** Files that a walk through importers visits. */
const MAX_VISITED = 60;
/** Names of files that stand for their folder. */
const FOLDER_FILES = new Set(["__init__", "index", "mod", "lib", "main"]);

export interface ImportersOptions {
  readonly view: Pick<CodeView, "files" | "lexical" | "calls">;
  readonly resolution: Resolution;
  /** Called in every loop; may throw. */
  readonly check: () => void;
}

/** A file that imports another one, directly (distance 1) or through others. */
export interface Importer {
  readonly file: FileId;
  readonly distance: number;
}

/** Importers of the files of one codebase; each file is looked up once for a state of the codebase. */
export class Importers {
  /** Kept between requests. */
  private readonly found: Map<FileId, readonly FileId[]>;
  private readonly imported = new Map<FileId, Imports>();

  constructor(private readonly options: ImportersOptions) {
    this.found = options.resolution.shared("importers", () => new Map<FileId, readonly FileId[]>());
  }

  /** Files that import a file, or a name that it defines through a file that re-exports it; ascending. */
  async of(file: FileId): Promise<readonly FileId[]> {
    const known = this.found.get(file);
    if (known) return known;
    const found = await this.find(file);
    // Otherwise the next request may open more files.
    if (!this.options.resolution.isExhausted) this.found.set(file, found);
    return found;
  }

  /**
   * Files that import a file directly or through others. By distance, then file. Follows only files that
   * pass `isFollowed`, and visits at most `MAX_VISITED`.
   */
  async within(
    file: FileId,
    depth: number,
    isFollowed: (file: FileId) => boolean,
  ): Promise<readonly Importer[]> {
    const seen = new Set([file]);
    const found: Importer[] = [];
    let level: readonly FileId[] = [file];
    let visited = 0;
    for (let distance = 1; distance <= depth && level.length > 0; distance++) {
      const next: FileId[] = [];
      for (const target of level) {
        if (visited++ >= MAX_VISITED) break;
        for (const importer of await this.of(target)) {
          this.options.check();
          if (seen.has(importer)) continue;
          seen.add(importer);
          next.push(importer);
        }
      }
      next.sort((left, right) => left - right);
      found.push(...next.map((importer) => ({ file: importer, distance })));
      level = next.filter(isFollowed);
    }
    return found;
  }

  private async find(file: FileId): Promise<readonly FileId[]> {
    const { check, view } = this.options;
    const folder = parentOf(view.files.paths[file] ?? "");
    const names = this.namesOf(file);
    const found: FileId[] = [];
    for (const candidate of await this.candidates(file)) {
      check();
      const { files, folders } = this.importsOf(candidate);
      if (files.has(file) || folders.has(folder) || this.importsName(candidate, file, names))
        found.push(candidate);
    }
    return found.sort((left, right) => left - right);
  }

  /** Names under which a file, or what it defines, may be imported through another one. */
  private namesOf(file: FileId): ReadonlySet<string> {
    const flow = this.options.resolution.index(file)?.flow;
    const bound = flow?.scopes[0]?.bindings ?? [];
    const names = [...bound, ...(flow?.exports ?? [])].map(({ name }) => name);
    return new Set([...names, stemOf(this.options.view.files.paths[file] ?? "")]);
  }

  /** Whether a file imports a name that another one defines from a module that re-exports it. */
  private importsName(candidate: FileId, file: FileId, names: ReadonlySet<string>): boolean {
    const { resolution, check } = this.options;
    return this.importsOf(candidate).names.some(({ module, name }) => {
      check();
      if (!names.has(name)) return false;
      return resolution
        .imported(candidate, module, name)
        .some((value) => "file" in value && value.file === file);
    });
  }

  /** Files that hold the name of a file, best first; for a file that stands for its folder, the folder's. */
  private async candidates(file: FileId): Promise<readonly FileId[]> {
    const { view, check } = this.options;
    const path = view.files.paths[file] ?? "";
    const stem = stemOf(path);
    const folder = nameOf(parentOf(path));
    const names = FOLDER_FILES.has(stem) ? [folder] : [stem];
    // Packages of Go are imported by their folder.
    if (path.endsWith(".go") && folder !== "") names.push(folder);
    const tokens = [...new Set(names.flatMap((name) => tokenize(name)))];
    const files = new Set<FileId>();
    if (tokens.length === 0) return [];
    for (const { row } of await view.lexical(tokens, MAX_CHUNKS, null, check)) {
      const of = fileOfRow(view.files, row);
      if (of !== file && files.size < MAX_CANDIDATES) files.add(of);
    }
    return [...files];
  }

  private importsOf(file: FileId): Imports {
    let found = this.imported.get(file);
    if (!found) this.imported.set(file, (found = importsIn(this.options.resolution, file)));
    return found;
  }
}

/** Name of a file without its extensions. */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?:\.d)?\.[^.]*$/, "");
}

/** What a file imports. */
interface Imports {
  /** Modules. */
  readonly files: ReadonlySet<FileId>;
  /** Folders that are packages, all files of which are imported. */
  readonly folders: ReadonlySet<string>;
  /** Names of modules. */
  readonly names: readonly { readonly module: string; readonly name: string }[];
}

function importsIn(resolution: Resolution, file: FileId): Imports {
  const index = resolution.index(file);
  if (!index) return { files: new Set(), folders: new Set(), names: [] };
  const rules = resolution.rules(file);
  const names = index
    .expressions("import")
    .map((expr) => ({ module: index.string(expr, 1), name: index.string(expr, 2) }));
  const modules = new Set<string>([
    ...names.map(({ module }) => module),
    ...index.flow.exportsAllOf,
    ...index.flow.scopes.flatMap(({ wildcards }) => wildcards),
  ]);
  const files = new Set<FileId>();
  const folders = new Set<string>();
  for (const module of modules) {
    const found = resolution.once(["module", file, module], () =>
      rules.resolveModule(resolution, file, module),
    );
    for (const value of found)
      if (value.kind === "package") folders.add(value.name);
      else if ("file" in value && value.file !== file) files.add(value.file);
  }
  return { files, folders, names };
}
