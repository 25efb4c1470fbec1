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
const MAX_VISITED = 150;
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

/** Importers of the files of one codebase; each file is looked up once. */
export class Importers {
  private readonly direct = new Map<FileId, Promise<readonly FileId[]>>();
  private readonly imported = new Map<FileId, Imported>();

  constructor(private readonly options: ImportersOptions) {}

  /** Files that import a file, or a name that it defines through a file that re-exports it; ascending. */
  of(file: FileId): Promise<readonly FileId[]> {
    let found = this.direct.get(file);
    if (!found) this.direct.set(file, (found = this.find(file)));
    return found;
  }

  /**
   * Files that import a file directly or through others. By distance, then file. Follows only files that
   * pass `isFollowed`, and visits at most 150.
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
    const { check } = this.options;
    const found: FileId[] = [];
    const folder = parentOf(this.options.view.files.paths[file] ?? "");
    for (const candidate of await this.candidates(file)) {
      check();
      const { files, folders } = this.importsOf(candidate);
      if (files.has(file) || folders.has(folder)) found.push(candidate);
    }
    return found.sort((left, right) => left - right);
  }

  /** Files that hold the name of a file, best first; for a file that stands for its folder, the folder's. */
  private async candidates(file: FileId): Promise<readonly FileId[]> {
    const { view, check } = this.options;
    const path = view.files.paths[file] ?? "";
    const stem = nameOf(path).replace(/(?:\.d)?\.[^.]*$/, "");
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

  private importsOf(file: FileId): Imported {
    let found = this.imported.get(file);
    if (!found) this.imported.set(file, (found = importedBy(this.options.resolution, file)));
    return found;
  }
}

/** What a file imports. */
interface Imported {
  /** Modules, and files that define imported names. */
  readonly files: ReadonlySet<FileId>;
  /** Folders that are packages, all files of which are imported. */
  readonly folders: ReadonlySet<string>;
}

function importedBy(resolution: Resolution, file: FileId): Imported {
  const files = new Set<FileId>();
  const folders = new Set<string>();
  const index = resolution.index(file);
  if (!index) return { files, folders };
  const rules = resolution.rules(file);
  const add = (values: ReturnType<Resolution["imported"]>): void => {
    for (const value of values)
      if (value.kind === "package") folders.add(value.name);
      else if ("file" in value && value.file !== file) files.add(value.file);
  };
  const modules = new Set<string>([
    ...index.flow.exportsAllOf,
    ...index.flow.scopes.flatMap(({ wildcards }) => wildcards),
  ]);
  for (const expr of index.expressions("import")) {
    const module = index.string(expr, 1);
    modules.add(module);
    add(resolution.imported(file, module, index.string(expr, 2)));
  }
  for (const module of modules)
    add(resolution.once(["module", file, module], () => rules.resolveModule(resolution, file, module)));
  return { files, folders };
}
