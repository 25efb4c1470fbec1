/**
 * Ways to write a symbol besides its label: in the notation of languages and stack traces, or with its file
 * in front. Pure.
 */
import { isFunctionKind } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { unicodeForms } from "../../model/unicode-forms.ts";

/** Separators of qualified names in C++, Rust, PHP and Ruby, where labels have a dot. */
const SEPARATORS = /\.?(?:(?:::|->)\$?|#|\\)/g;
/** Parts of a name that are examined. The limit also covers headings with dots: `v1.2.3 fixes`. */
export const MAX_PARTS = 32;

/** Patterns that no label contains, with their replacement, in the order in which they are applied. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // The receiver of a Go method, as its declaration has it: `func (s *Server) Close`.
  [/^(?:func\s+)?\(\w+\s+\*?([\w.]+)(?:\[[^\]]*\])?\)\s*(?=\w)/, "$1."],
  // Arguments of a call, or the arity of a function: `close()`, `&Channel.join/3`.
  [/\([^()]*\)$/, ""],
  [/\/\d+$/, ""],
  // The number of a Go closure, after a folder or a receiver: `net/http.(*Server).Serve.func1`.
  [/(?<=[/(].*)\.func\d+(?:\.\d+)*$/, ""],
  [/^[&*\\]+(?=\w)/, ""],
  // Type arguments, and the trait of a method: `Router::<S>::route`, `<Json<T> as
  // FromRequest>::from_request`.
  [/^<(.+?)\s+as\s.+>(?=::)/, "$1"],
  [/(?:::)?<[\w&'[(](?:[^<>]|<[^<>]*>)*>/g, ""],
  [/\(\*?([\w.]+)(?:\[[^\]]*\])?\)\./g, "$1."],
  [/\.prototype\.(?=\w)/g, "."],
  [SEPARATORS, "."],
];

/** Normalizes a written name: dots between its parts, without the notation of languages and stack traces. */
export function dotted(asked: string): string {
  return MARKS.reduce((name, [mark, instead]) => name.replace(mark, instead), asked.trim());
}

/** Further patterns, applied only if no label matches the name as written. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  // JVM: the method that contains a lambda, a Scala object, a nested class.
  [/\blambda\$(\w+)\$\d+/, "$1"],
  [/(?<=\w)\$(?=[.#(]|$)/, ""],
  [/(?<=\w)\$(?=[\p{L}_])/gu, "."],
  // A Haskell operator, a macro call in Rust, one in Swift, a decorator.
  [/^\(([^\p{L}\p{N}\s_()]+)\)$/u, "$1"],
  [/(?<=\w)!(?:[([{][^]*)?$/, ""],
  [/^[#@](?=[\p{L}_])/u, ""],
];

/** Spellings to look up, beginning with the one given, each in its composed and decomposed form. */
export function spellingsOf(asked: string): readonly string[] {
  const text = asked.trim();
  const other = OTHERWISE.reduce((name, [mark, instead]) => name.replace(mark, instead), text);
  const spellings = other === text || other === "" ? [asked] : [asked, other];
  return spellings.flatMap(unicodeForms);
}

/**
 * What the last part of a label may be. A label may have several, because a name itself can contain a dot.
 */
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

/** The file that declares a symbol. */
export interface DeclaringFile {
  /** Relative to the root. */
  readonly path: string;
  /** The package that the file declares; empty if it declares none. */
  readonly package: string;
}

/** Symbols of a file, and how many folders of its path the written name skips. */
export interface PlacedSymbols {
  readonly symbols: readonly SymbolFact[];
  readonly distance: number;
}

/**
 * Symbols that a name identifies by their location: `http.Server.Close` is `Server.Close` in a file of the
 * package, folder or module `http`, and `net/http.Server.Close` is the same in the folder `net/http`.
 *
 * Everything before the label must be the file's package or occur in its path, in that order. A name with
 * slashes may start with folders outside the codebase.
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
 * How many folders a name skips between the first folder that it names and the file; null if it names another
 * location.
 */
function distanceTo(around: readonly string[], { path, package: declared }: DeclaringFile): number | null {
  // In Rust, `crate` is every file of the crate.
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
    // A name may skip file names: naming the folder is enough.
    passed += Math.min(from, folders.length - 1) - Math.min(at, folders.length - 1);
  }
  return passed;
}

/**
 * Whether the last folders of a written location are all the folders that the file has: `pkg/server` in
 * `github.com/acme/shop/pkg/server`.
 */
function endsInFolderOf(around: readonly string[], { path }: DeclaringFile): boolean {
  const folders = path.split("/").slice(0, -1);
  return (
    folders.length > 0 &&
    folders.every((folder, at) => plain(around[around.length - folders.length + at] ?? "") === plain(folder))
  );
}

/** Package names have `-` where module names have `_`. */
function plain(part: string): string {
  return part.replaceAll("-", "_");
}

/**
 * A name or a line after the file that contains it: `src/pool.ts:Pool.close`,
 * `pool_test.py::TestPool::test_close`, `pool.go:120`.
 */
export interface LocatedName {
  readonly file: string;
  readonly rest: string;
  /** Set if the rest is a line or starts with one; null for a name. */
  readonly line: number | null;
}

/** The end of a file name, with the separator after it. */
const FILE_END = /[^/\\]\.\w+(::|[:#])/;

/** Splits a text into file and rest; null if it does not start with a file name. */
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
 * The most distinctive part of a name: without the file in front, or the file itself if only a line follows
 * it.
 */
export function distinctivePart(asked: string): string {
  const located = locatedName(asked);
  if (!located) return dotted(asked);
  return located.line === null ? dotted(located.rest) : located.file;
}

/**
 * Whether a written path may name a file: it is the file's path, the end of it, or an absolute path that ends
 * with it.
 */
export function isWrittenSo(path: string, asWritten: string): boolean {
  const written = asWritten.normalize("NFC");
  return (
    path === written ||
    path.endsWith(`/${written}`) ||
    (written.endsWith(`/${path}`) && written.startsWith("/"))
  );
}

/**
 * The innermost function around a line; else the first symbol that starts on it (a class rather than what its
 * head contains); else the innermost symbol around it. Empty if no symbol contains the line.
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
