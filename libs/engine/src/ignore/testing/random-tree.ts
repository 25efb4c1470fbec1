/** Random small repositories full of odd names and odd ignore patterns, for comparing the policy with git. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import type { RuleSubject } from "../directory-scope.ts";

export interface RandomTree {
  /** Path from the top level → what is there. Control files are not among them. */
  readonly entries: ReadonlyMap<string, RuleSubject>;
  /** Path from the top level → content of a `.gitignore`, or of `.git/info/exclude`. */
  readonly controlFiles: ReadonlyMap<string, string>;
  /** Content of `~/.config/git/ignore`. */
  readonly globalExcludes: string;
}

// Few and similar, so that patterns made of the same pieces match often.
const NAMES = [
  ["a", "b", "ab", "ba", "abc", "A", "foo", "foo.o", "foo.bar.o", ".o", "a.b", "x-y", "1", "~", "b~"],
  [
    "a b",
    "a ",
    " ",
    " a",
    "#a",
    "!a",
    "\\",
    "a\\b",
    "*",
    "a*b",
    "?",
    "[a]",
    "[",
    "]",
    "-",
    "{a}",
    ":a",
    "a\tb",
  ],
  ["é", "aé", "日本", "é.o", "a\nb", "$", "a+b", "(b)", "^a", "z.", "**"],
].flat();

const WILD_PIECES = [
  ["*", "*", "*", "?", "**", "***", "**/", "/**/", "/**", "/", "/", "*/", "/*"],
  ["[ab]", "[!a]", "[^b]", "[a-c]", "[c-a]", "[]a]", "[!]a]", "[]-a]", "[a-]", "[-a]", "[a-c-e]"],
  ["[\\]a]", "[\\a-\\c]", "[a/b]", "[*]", "[é]", "[\x80-\xff]", "[a", "[", "[!", "[]"],
  [
    "[[:alpha:]]",
    "[[:punct:][:space:]]",
    "[![:alnum:]]",
    "[[:alpha:]-z]",
    "[[:nope:]]",
    "[[:alpha]",
    "[[:]",
    "[[::]]",
  ],
  ["\\*", "\\?", "\\[", "\\a", "\\\\", "\\/", "\\", "\\ ", "#", "!", " ", ".", "-", "\t", "\r", "~", "\0"],
].flat();

const nameArbitrary = fc.constantFrom(...NAMES);
const pathArbitrary = fc.array(nameArbitrary, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

/** A path with some of its characters replaced by wildcards. */
const blurredPathArbitrary = fc
  .tuple(pathArbitrary, fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...WILD_PIECES)), { maxLength: 2 }))
  .map(([path, blurs]) =>
    blurs.reduce((text, [at, piece]) => text.slice(0, at) + piece + text.slice(at + 1), path),
  );

const assembledArbitrary = fc
  .array(fc.oneof(nameArbitrary, fc.constantFrom(...WILD_PIECES)), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(""));

const patternArbitrary = fc
  .tuple(
    fc.constantFrom("", "", "", "", "!", "!", "/", "!/", "**/", "\\!", "\\#", "#", "//"),
    fc.oneof(nameArbitrary, blurredPathArbitrary, assembledArbitrary),
    fc.constantFrom(
      "",
      "",
      "",
      "",
      "/",
      "/",
      "/*",
      "/**",
      " ",
      "  ",
      "\\ ",
      "\\ \\",
      "\r",
      " \r",
      "\t",
      "//",
    ),
  )
  .map((parts) => sameInOldGit(parts.join("").replaceAll("\n", "?")));

const controlFileArbitrary = fc
  .tuple(
    fc.constantFrom("", "", "\ufeff"),
    fc.array(patternArbitrary, { maxLength: 6 }),
    fc.constantFrom("\n", ""),
  )
  .map(([mark, patterns, end]) => mark + patterns.join("\n") + end);

/** Trees of up to 40 paths and 8 control files. */
export const randomTreeArbitrary: fc.Arbitrary<RandomTree> = fc
  .record({
    files: fc.array(pathArbitrary, { minLength: 1, maxLength: 40 }),
    nested: fc.array(fc.tuple(fc.nat(), controlFileArbitrary), { maxLength: 6 }),
    root: controlFileArbitrary,
    exclude: controlFileArbitrary,
    globalExcludes: controlFileArbitrary,
  })
  .map(({ files, nested, root, exclude, globalExcludes }) => {
    const entries = entriesOf(files);
    const folders = [...entries.keys()].filter((path) => entries.get(path) === "directory");
    const controlFiles = new Map([
      [".git/info/exclude", exclude],
      [".gitignore", root],
    ]);
    for (const [choice, content] of nested) {
      const folder = folders[choice % Math.max(folders.length, 1)];
      if (folder !== undefined) controlFiles.set(`${folder}/.gitignore`, content);
    }
    return { entries, controlFiles, globalExcludes };
  });

/** Writes a tree as a repository that git accepts, and the home folder that goes with it. */
export function writeRandomTree(tree: RandomTree, topLevel: string, home: string): void {
  for (const folder of [".git/objects", ".git/refs", ".git/info"])
    mkdirSync(join(topLevel, folder), { recursive: true });
  writeFileSync(join(topLevel, ".git/HEAD"), "ref: refs/heads/main\n");
  for (const [path, kind] of tree.entries) {
    mkdirSync(join(topLevel, kind === "directory" ? path : dirname(path)), { recursive: true });
    if (kind === "file") writeFileSync(join(topLevel, path), "");
  }
  for (const [path, content] of tree.controlFiles) writeFileSync(join(topLevel, path), content);
  mkdirSync(join(home, ".config/git"), { recursive: true });
  writeFileSync(join(home, ".config/git/ignore"), tree.globalExcludes);
}

/**
 * Before 2.52, git took the asterisks of `foo**` + `/bar` for a whole folder, because it cut off the plain
 * `foo` first. The policy follows newer versions, so such patterns are written with one asterisk here.
 */
function sameInOldGit(pattern: string): string {
  return pattern.replace(/^(!?\/?[^*?[\\]*[^*?[\\/])\*{2,}/, "$1*");
}

/** Each path is a file, unless another path continues below it. */
function entriesOf(files: readonly string[]): Map<string, RuleSubject> {
  const entries = new Map<string, RuleSubject>();
  for (const file of files) {
    const names = file.split("/");
    for (let length = 1; length < names.length; length++)
      entries.set(names.slice(0, length).join("/"), "directory");
    if (!entries.has(file)) entries.set(file, "file");
  }
  return entries;
}
