/**
 * Which test files have the name of a source file: `cart.test.ts`, `test_cart.py`, `CartTest.java` and
 * `cart_spec.rb` for `cart` or `Cart`. Pure.
 */
import { nameOf, parentOf } from "../../model/paths.ts";

/** How well a name fits: all words of it, the first words, the words of the folder, or some words. */
export const NAME_FITS = { whole: 1, start: 0.4, folder: 0.4, words: 0.4 } as const;
/** Names of files that stand for their folder. */
const FOLDER_FILES = new Set(["__init__", "index", "mod", "lib", "main"]);
/** Words of a name that say that it is a test. */
const TEST_WORDS = new Set([
  "test",
  "tests",
  "spec",
  "specs",
  "e2e",
  "unittest",
  "tester",
  "it",
  "suite",
  "testcase",
  "case",
  "facts",
]);
/** Folders of a path that say only what kind of file it is. */
const KIND_FOLDERS =
  /^(?:src|lib|libs|app|main|java|kotlin|scala|groovy|python|php|test|tests|__tests__|specs?|unit|integration|functional|e2e|packages|internal|pkg|com|org|net|io|source|sources|code)$/i;
const MAX_WORDS = 8;
/** A name that more test files have says nothing. */
const MAX_OF_NAME = 60;

/** Words of a file's name in lower case, without extensions: `cart-item.test.ts` → cart, item, test. */
export function nameWords(path: string): readonly string[] {
  const name = nameOf(path).replace(/\.[^.]*$/, "");
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|\p{L}+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => word.toLowerCase());
}

/** Words of the name of a test file without those that say that it is a test. */
export function subjectWords(path: string): readonly string[] {
  const words = [...nameWords(path)];
  while (words.length > 1 && TEST_WORDS.has(words.at(-1) ?? "")) words.pop();
  while (words.length > 1 && TEST_WORDS.has(words[0] ?? "")) words.shift();
  return words;
}

/** Share of folders that two paths have in common, without those that only say what kind of file it is. */
export function folderLikeness(left: string, right: string): number {
  const [lefts, rights] = [folderWords(left), folderWords(right)];
  if (lefts.size + rights.size === 0) return 1;
  const common = [...lefts].filter((word) => rights.has(word)).length;
  return common / (lefts.size + rights.size - common);
}

function folderWords(path: string): ReadonlySet<string> {
  return new Set(
    parentOf(path)
      .split("/")
      .map((folder) => folder.replace(/[-_.]?tests?$/i, "").toLowerCase())
      .filter((folder) => folder !== "" && folder !== "." && !KIND_FOLDERS.test(folder)),
  );
}

/** Test files by their subjects. Built once. */
export class TestNames {
  private readonly bySubject = new Map<string, number[]>();
  /** By the first words of a longer subject. */
  private readonly byStart = new Map<string, number[]>();
  private readonly byWord = new Map<string, number[]>();

  /** @param tests ascending */
  constructor(
    tests: readonly number[],
    private readonly paths: readonly string[],
  ) {
    for (const test of tests) {
      const words = subjectWords(paths[test] ?? "");
      put(this.bySubject, words.join(""), test);
      for (const word of new Set(words)) put(this.byWord, word, test);
      for (let count = 1; count < words.length; count++)
        put(this.byStart, words.slice(0, count).join(""), test);
    }
  }

  /** Test files with the name of a source file, each with how well it fits; ascending by file. */
  of(path: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const own = sourceWords(path);
    const add = (tests: readonly number[] | undefined, fit: number): void => {
      if (tests === undefined || tests.length > MAX_OF_NAME) return;
      for (const test of tests)
        if (this.paths[test] !== path && (found.get(test) ?? 0) < fit) found.set(test, fit);
    };
    const whole = own.join("");
    add(this.bySubject.get(whole), NAME_FITS.whole);
    add(this.byStart.get(whole), NAME_FITS.start);
    // `cart_items.py` is tested by `test_cart.py` too.
    for (let count = own.length - 1; count > 0; count--)
      add(this.bySubject.get(own.slice(0, count).join("")), NAME_FITS.start * (count / own.length));
    const folder = nameWords(`${nameOf(parentOf(path))}.x`).join("");
    if (folder !== "") add(this.bySubject.get(folder), NAME_FITS.folder);
    for (const [test, share] of this.sharingWords(own)) add([test], NAME_FITS.words * share);
    return new Map([...found].sort(([left], [right]) => left - right));
  }

  /** Test files with some words of a name, and the share of the words of both names that both have. */
  private sharingWords(own: readonly string[]): ReadonlyMap<number, number> {
    const shared = new Map<number, number>();
    const words = new Set(own);
    for (const word of words) {
      const tests = this.byWord.get(word) ?? [];
      if (tests.length > MAX_OF_NAME) continue;
      for (const test of tests) shared.set(test, (shared.get(test) ?? 0) + 1);
    }
    return new Map(
      [...shared].map(([test, count]) => {
        const others = new Set(subjectWords(this.paths[test] ?? ""));
        return [test, count / (words.size + others.size - count)] as const;
      }),
    );
  }
}

function put(table: Map<string, number[]>, key: string, test: number): void {
  const same = table.get(key);
  if (same) same.push(test);
  else table.set(key, [test]);
}

function sourceWords(path: string): readonly string[] {
  const stem = nameOf(path).replace(/\.[^.]*$/, "");
  return FOLDER_FILES.has(stem) ? nameWords(`${nameOf(parentOf(path))}.x`) : nameWords(path);
}

/** The name of a source file as code may use it; empty if it says nothing. */
export function sourceNames(path: string): readonly string[] {
  const words = sourceWords(path);
  return words.length === 0 ? [] : [words.join("_")];
}
