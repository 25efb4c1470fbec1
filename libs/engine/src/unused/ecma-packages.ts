/** Packages of npm: their manifests, and the modules that their entries pass on. */
import { ECMA_IDS } from "@satori/sidecar";
import type { Snapshot } from "../store/store.ts";

/** A `package.json`. */
interface NpmPackage {
  /** Folder of the manifest, with a slash at the end; empty for the root. */
  readonly folder: string;
  /** Files that other code imports or runs, of the index. */
  readonly entries: readonly string[];
  /** An entry that is no file of the index, such as compiled code; null if all are. */
  readonly missing: string | null;
}

/** Files that a tool or framework finds by their name or folder. */
const BY_NAME =
  /(?:^|\/)(?:[^/]*\.(?:config|conf|setup|stories|story|route|routes|page|layout)\.[cm]?[jt]sx?|(?:middleware|instrumentation)\.[jt]s|(?:pages|routes|app|api|functions)\/(?:.*\/)?[^/]+\.[cm]?[jt]sx?|(?:gulpfile|Gruntfile|\.eslintrc|\.prettierrc)\.[cm]?[jt]s)$/;
const EXTENSIONS = ["", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const BUILT = /^(?:dist|lib|build|out|esm|cjs|es|types|typings)\//;
const BUILT_EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/;
/** Modules that one entry passes on. */
const MAX_PASSED = 10_000;

export class EcmaPackages {
  private constructor(
    private readonly packages: readonly NpmPackage[],
    /** Modules that entries are or pass on as a whole, with the entry. */
    private readonly offered: ReadonlyMap<string, string>,
  ) {}

  static async open(snapshot: Snapshot, check: () => void): Promise<EcmaPackages> {
    const { paths } = snapshot.files;
    const manifests = [...paths.keys()].filter((file) => (check(), isManifest(paths[file] as string)));
    const contents = await snapshot.contents(manifests);
    const packages = manifests.map((file, at) =>
      readPackage(snapshot, paths[file] as string, contents[at]?.text ?? ""),
    );
    const offered = new Map<string, string>();
    for (const { entries } of packages)
      for (const entry of entries) passOn(snapshot, entry, { offered, check });
    // The longest folder first: the nearest manifest is a file's package.
    return new EcmaPackages(
      [...packages].sort((left, right) => right.folder.length - left.folder.length),
      offered,
    );
  }

  /** How other code reaches a module; null if it does not, undefined for other languages. */
  offerOf(path: string, language: string): string | null | undefined {
    if (!ECMA_IDS.has(language)) return undefined;
    const entry = this.offered.get(path);
    if (entry !== undefined)
      return entry === path ? "Its file is an entry of its package." : `${entry} passes it on.`;
    if (BY_NAME.test(path)) return "A tool or framework finds its file by the name.";
    const own = this.packages.find(({ folder }) => path.startsWith(folder));
    if (own?.missing) return `The entry ${own.missing} of its package is not in the index, and may have it.`;
    return null;
  }
}

function isManifest(path: string): boolean {
  return path === "package.json" || path.endsWith("/package.json");
}

function readPackage(snapshot: Snapshot, path: string, text: string): NpmPackage {
  const folder = path.slice(0, -"package.json".length);
  let manifest: Readonly<Record<string, unknown>> = {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null) manifest = read as Readonly<Record<string, unknown>>;
  } catch {
    return { folder, entries: [], missing: "package.json" };
  }
  const written = ["main", "module", "browser", "types", "typings", "bin", "exports"].flatMap((key) =>
    stringsIn(manifest[key], 0),
  );
  const isApplication = manifest["private"] === true;
  const named = written.length > 0 || isApplication ? written : ["index", "src/index"];
  const entries: string[] = [];
  let missing: string | null = null;
  for (const entry of named) {
    const found = sourcesOf(snapshot, folder, entry);
    if (found.length === 0 && written.length > 0 && /[cm]?[jt]sx?$|\*/.test(entry)) missing ??= entry;
    entries.push(...found);
  }
  return { folder, entries, missing: entries.length > 0 ? null : missing };
}

const MAX_DEPTH = 8;

/** All texts in a value of a manifest. */
function stringsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((each) => stringsIn(each, depth + 1));
}

/** Files of the index that an entry is, or is compiled from. */
function sourcesOf(snapshot: Snapshot, folder: string, entry: string): string[] {
  const plain = entry.replace(/^\.\//, "");
  if (plain.includes("*")) {
    const start = folder + plain.slice(0, plain.indexOf("*")).replace(BUILT, "src/");
    return snapshot.files.paths.filter((path) => path.startsWith(start) && BUILT_EXTENSION.test(path));
  }
  const stem = plain.replace(BUILT_EXTENSION, "");
  const inner = stem.replace(BUILT, "");
  const stems = [
    plain,
    stem,
    inner,
    `src/${inner}`,
    `lib/${inner}`,
    `source/${inner}`,
    `src/${inner.split("/").at(-1)}`,
  ];
  for (const each of stems)
    for (const end of [...EXTENSIONS, ...EXTENSIONS.slice(1).map((extension) => `/index${extension}`)]) {
      const path = `${folder}${each}${end}`;
      if (snapshot.fileAt(path) !== -1) return [path];
    }
  return [];
}

interface Passing {
  readonly offered: Map<string, string>;
  readonly check: () => void;
}

/** Notes an entry, and all modules whose exports it passes on. */
function passOn(snapshot: Snapshot, entry: string, { offered, check }: Passing): void {
  const queue = [entry];
  for (let at = 0; at < queue.length && at < MAX_PASSED; at++) {
    check();
    const path = queue[at] as string;
    if (offered.has(path)) continue;
    offered.set(path, entry);
    const flow = snapshot.calls.flow(snapshot.fileAt(path));
    for (const module of flow?.exportsAllOf ?? []) {
      const target = moduleAt(snapshot, path, module);
      if (target !== null) queue.push(target);
    }
  }
}

/** The file of a relative module; null for others. */
function moduleAt(snapshot: Snapshot, from: string, module: string): string | null {
  if (!module.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of module.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  const [found] = sourcesOf(snapshot, "", parts.join("/"));
  return found ?? null;
}
