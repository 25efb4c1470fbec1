/**
 * How a symbol may be written besides its label: as languages and stack traces write it, with the place of
 * its file in front. Pure.
 */
import { isFunctionKind } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";

/** What stands between the parts of a qualified name in C++, Rust, PHP and Ruby, where labels have a dot. */
const SEPARATORS = /\.?(?:(?:::|->)\$?|#|\\)/g;
/** Parts of a name that are looked at; headings have that many dots at most: `v1.2.3 fixes`. */
export const MAX_PARTS = 32;

/** What a name may have that no label has, in the order in which it is taken away, and what stands for it. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // The receiver of a method, as its declaration has it: `func (s *Server) Close`.
  [/^(?:func\s+)?\(\w+\s+\*?([\w.]+)(?:\[[^\]]*\])?\)\s*(?=\w)/, "$1."],
  // Of a call its arguments, and of a function how many it takes: `close()`, `&Channel.join/3`.
  [/\([^()]*\)$/, ""],
  [/\/\d+$/, ""],
  // What numbers the functions without a name in one, behind a folder or a receiver:
  // `net/http.(*Server).Serve.func1`.
  [/(?<=[/(].*)\.func\d+(?:\.\d+)*$/, ""],
  [/^[&*\\]+(?=\w)/, ""],
  // Arguments of types, and the trait that a method is of: `Router::<S>::route`, `<Json<T> as
  // FromRequest>::from_request`.
  [/^<(.+?)\s+as\s.+>(?=::)/, "$1"],
  [/(?:::)?<[\w&'[(](?:[^<>]|<[^<>]*>)*>/g, ""],
  [/\(\*?([\w.]+)(?:\[[^\]]*\])?\)\./g, "$1."],
  [/\.prototype\.(?=\w)/g, "."],
  [SEPARATORS, "."],
];

/** With dots between its parts, and without what languages and stack traces write around these. */
export function dotted(asked: string): string {
  return MARKS.reduce((name, [mark, instead]) => name.replace(mark, instead), asked.trim());
}

/** What names may have besides, where no label is written as asked, and what stands for it. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  // Of the JVM: what a lambda stands in, the object of Scala, and a class in another one.
  [/\blambda\$(\w+)\$\d+/, "$1"],
  [/(?<=\w)\$(?=[.#(]|$)/, ""],
  [/(?<=\w)\$(?=[\p{L}_])/gu, "."],
  // An operator of Haskell, a call of a macro in Rust, one in Swift, a decorator.
  [/^\(([^\p{L}\p{N}\s_()]+)\)$/u, "$1"],
  [/(?<=\w)!(?:[([{][^]*)?$/, ""],
  [/^[#@](?=[\p{L}_])/u, ""],
];

/** How a name may be written, as asked first. */
export function spellingsOf(asked: string): readonly string[] {
  const text = asked.trim();
  const other = OTHERWISE.reduce((name, [mark, instead]) => name.replace(mark, instead), text);
  return other === text || other === "" ? [asked] : [asked, other];
}

/** What the last part of a label may be: a name can hold the dot that else divides a label. */
export function possibleNames(label: string): string[] {
  const names = [label];
  let dot = label.length;
  while (names.length <= MAX_PARTS + 1 && dot > 0) {
    dot = label.lastIndexOf(".", dot - 1);
    if (dot === -1) break;
    names.push(label.slice(dot + 1));
  }
  return names;
}

/** Where symbols are declared. */
export interface DeclaringFile {
  /** Relative to the root. */
  readonly path: string;
  /** That the file says to belong to; empty where it does not. */
  readonly package: string;
}

/** Symbols of a file, and how many folders of its path the place that the name gives leaves out. */
export interface PlacedSymbols {
  readonly symbols: readonly SymbolFact[];
  readonly distance: number;
}

/**
 * Symbols that a name means by where they are: `http.Server.Close` is `Server.Close` of a file in the
 * package, folder or module `http`, and `net/http.Server.Close` in the folder `net/http`. All that stands in
 * front of the label has to be the file's package or stand in its path, in that order; what is written as
 * folders may begin outside of the codebase.
 */
export function placedSo(
  symbols: readonly SymbolFact[],
  asked: string,
  place: DeclaringFile,
  check?: () => void,
): PlacedSymbols | null {
  const written = dotted(asked);
  const parts = written.split(/[./]/).slice(-MAX_PARTS);
  const isFolder = written.includes("/");
  for (let cut = 1; cut < parts.length; cut++) {
    const label = parts.slice(cut).join(".");
    const labelled = symbols.filter((symbol) => (check?.(), symbol.label === label));
    const distance =
      labelled.length > 0
        ? (distanceTo(parts.slice(0, cut), place) ??
          (isFolder && endsInFolderOf(parts.slice(0, cut), place) ? 0 : null))
        : null;
    if (distance !== null) return { symbols: labelled, distance };
  }
  return null;
}

/**
 * How many folders a name leaves out between the first that it gives and the file; null where it gives
 * another place.
 */
function distanceTo(around: readonly string[], { path, package: declared }: DeclaringFile): number | null {
  // Rust's own crate is every file of it.
  const named = around.filter((part, at) => at > 0 || part !== "crate").map(plain);
  const package_ = declared.split(/[^\w-]+/).map(plain);
  if (named.every((part, at) => package_[package_.length - named.length + at] === part)) return 0;
  const folders = path.split("/").map(plain);
  const stem = (folders.pop() ?? "").replace(/\..*$/, "");
  let at = folders.length + 1;
  let passed = 0;
  for (const part of named.reverse()) {
    const from = at - 1;
    at = from < 0 ? -1 : [...folders, stem].lastIndexOf(part, from);
    if (at === -1) return null;
    // A folder's name says nothing of its files' names.
    passed += Math.min(from, folders.length - 1) - Math.min(at, folders.length - 1);
  }
  return passed;
}

/**
 * Whether the last folders of a place are all that the file has: of `github.com/acme/shop/pkg/server`,
 * `pkg/server`.
 */
function endsInFolderOf(around: readonly string[], { path }: DeclaringFile): boolean {
  const folders = path.split("/").slice(0, -1);
  return (
    folders.length > 0 &&
    folders.every((folder, at) => plain(around[around.length - folders.length + at] ?? "") === plain(folder))
  );
}

/** Packages are called with `-` what modules are with `_`. */
function plain(part: string): string {
  return part.replaceAll("-", "_");
}

/**
 * A name or a line behind the file that has it: `src/pool.ts:Pool.close`,
 * `pool_test.py::TestPool::test_close`, `pool.go:120`.
 */
export interface LocatedName {
  readonly file: string;
  readonly rest: string;
  /** Where the rest is a line, or begins with one; null for a name. */
  readonly line: number | null;
}

/** What ends the name of a file, with what stands between that and the rest. */
const FILE_END = /[^/\\]\.\w+(::|[:#])/;

/** Null where nothing in front is written as a file is. */
export function locatedName(asked: string): LocatedName | null {
  const text = asked.trim();
  const end = /[\r\n]/.test(text) ? null : FILE_END.exec(text);
  const [upTo = "", separator = ""] = end ?? [];
  const file = text.slice(0, (end?.index ?? 0) + upTo.length - separator.length);
  const rest = text.slice(file.length + separator.length);
  if (file === "" || rest === "") return null;
  const line = /^L?(\d+)(?:[-:,]\S*)?$/.exec(rest)?.[1];
  return {
    file: file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, ""),
    rest,
    line: line === undefined ? null : Number(line),
  };
}

/**
 * The part of a name that tells most of what is wanted: without the file in front, or that file where only a
 * line is behind it.
 */
export function distinctivePart(asked: string): string {
  const located = locatedName(asked);
  if (!located) return dotted(asked);
  return located.line === null ? dotted(located.rest) : located.file;
}

/**
 * Whether a file may be written so: by its path, the end of it, or with folders around the codebase in front.
 */
export function isWrittenSo(path: string, written: string): boolean {
  return (
    path === written ||
    path.endsWith(`/${written}`) ||
    (written.endsWith(`/${path}`) && written.startsWith("/"))
  );
}

/**
 * The innermost function around a line, else the first symbol that begins in it (a class, before what stands
 * in its head), else the innermost one; none where the line is in none.
 */
export function symbolsAround(
  symbols: readonly SymbolFact[],
  line: number,
  check?: () => void,
): SymbolFact[] {
  const around = symbols.filter(
    ({ startLine, endLine }) => (check?.(), startLine <= line && endLine >= line),
  );
  const found =
    around.findLast(({ kind }) => isFunctionKind(kind)) ??
    around.find(({ startLine }) => startLine === line) ??
    around.at(-1);
  return found ? [found] : [];
}
