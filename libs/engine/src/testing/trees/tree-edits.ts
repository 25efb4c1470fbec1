/** Random edits of a tree: of files and folders of all kinds, of ignore files, and of permissions. */
import {
  type Dirent,
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { NESTED_CONTROL_FILES } from "../../ignore/control-files.ts";
import type { FilePreparer } from "../../prepare/preparer.ts";
import { refusingPreparer } from "../fakes/fake-preparers.ts";
import type { TimedTree } from "./timed-tree.ts";

/** Size limit of indexed files; edits write files just below and above it. */
export const MAX_FILE_BYTES = 400;

const CONTENTS: readonly (string | Uint8Array)[] = [
  "",
  "alpha beta\n",
  "gamma beta\n",
  "import a\nimport src.b\n\ndef alpha():\n    return beta\n",
  "import b\n# gamma\nclass Fox:\n    pass\n",
  Array.from({ length: 20 }, (_, at) => `alpha line${at}`).join("\n"),
  Uint8Array.of(0, 1, 2, 3, 4, 5),
  Uint8Array.from({ length: 40 }, (_, at) => 0x80 + (at % 32)),
  "x".repeat(MAX_FILE_BYTES + 1),
  "\ufeffalpha fox\r\n",
];
const RULES = ["", "*.txt\n", "a.py\nlib/\n", "!a.py\nsrc\n", "/src/*\n!/src/b.py\n", "*.md\n*.py\n!src/\n"];

/** Names that edits use: the fewer there are, the more often edits affect each other. */
export interface Vocabulary {
  readonly files: readonly string[];
  /** Relative to the root, which is the empty string. */
  readonly folders: readonly string[];
}

/** Names of all kinds. */
export const MANY_NAMES: Vocabulary = {
  files: [
    "a.py",
    "A.py",
    "b.py",
    "c.txt",
    'it\'s "odd".txt',
    "line\nend.md",
    "\u{1f98a}.txt",
    "caf\u00e9.txt",
    "cafe\u0301.txt",
    "d.own",
    ".env",
  ],
  folders: ["", "src", "Src", "lib", "src/deep", "caf\u00e9", "cafe\u0301", "src/a.py"],
};
export const FEW_NAMES: Vocabulary = {
  files: ["a.py", "b.py", "c.txt"],
  folders: ["", "src", "Src", "lib", "src/deep"],
};

export type Edit =
  | { readonly kind: "write"; readonly path: string; readonly content: string | Uint8Array }
  | { readonly kind: "rename" | "swap"; readonly path: string; readonly to: string }
  | { readonly kind: "remove" | "touch" | "folder"; readonly path: string }
  /** Other bytes of the same length, with the same modification time. */
  | { readonly kind: "rewrite"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "wait"; readonly seconds: number }
  /**
   * The file disappears when the next scan reads it. Ignore files do not: their removal takes another scan to
   * apply.
   */
  | { readonly kind: "vanish"; readonly path: string }
  /** The file cannot be read until the next `permit`. */
  | { readonly kind: "refuse"; readonly path: string }
  | { readonly kind: "permit" }
  | { readonly kind: "chmod"; readonly path: string; readonly mode: number };

const kind = <Kind extends Edit["kind"]>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);

/** A value in one of four cases, else null. */
export function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
}

export const rulesArbitrary: fc.Arbitrary<string> = fc.constantFrom(...RULES);

/** Arbitrary edits that use these names. Permissions bind ordinary users only. */
export function editsOf({ files, folders }: Vocabulary): fc.Arbitrary<Edit> {
  const folder = fc.constantFrom(...folders);
  const path = fc.tuple(folder, fc.constantFrom(...files)).map(([above, name]) => below(above, name));
  const control = fc
    .tuple(folder, fc.constantFrom(".gitignore", ".satoriignore"))
    .map(([above, name]) => below(above, name));
  const any = fc.oneof(
    { weight: 2, arbitrary: path },
    { weight: 1, arbitrary: fc.constantFrom(...folders.slice(1)) },
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kind("write"), path, content: fc.constantFrom(...CONTENTS) }) },
    { weight: 2, arbitrary: fc.record({ kind: kind("write"), path: control, content: rulesArbitrary }) },
    { weight: 2, arbitrary: fc.record({ kind: kind("remove"), path: any }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("remove"), path: control }) },
    { weight: 3, arbitrary: fc.record({ kind: kind("rename"), path: any, to: any }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind("swap"),
        path: fc.constantFrom(...folders.slice(1)),
        to: fc.constantFrom(...folders.slice(1)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind("touch"), path }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("rewrite"), path }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("folder"), path: folder }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: kind("link"),
        path,
        target: fc.constantFrom("a.py", "src", ".", "../outside", ".."),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kind("wait"), seconds: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("vanish"), path }) },
    { weight: 1, arbitrary: fc.record({ kind: kind("refuse"), path }) },
    { weight: 4, arbitrary: fc.record({ kind: kind("permit") }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind("chmod"), path: any, mode: fc.constantFrom(0o000, 0o400) }),
    },
  );
}

/** A tree under edit, and the files in it that must not be read. */
export class EditedTree {
  /** Prepares the files of the tree, except those that are refused and those that vanish first. */
  readonly preparer: ReturnType<typeof refusingPreparer>;
  private readonly vanishing = new Set<string>();
  /**
   * Whether the tree may contain something unreadable: an index then keeps what it has, which a new index
   * does not have.
   */
  hasLocked = false;

  constructor(
    readonly tree: TimedTree,
    reader: FilePreparer,
  ) {
    this.preparer = refusingPreparer({
      prepare: (tasks, signal) => {
        for (const { path, source } of tasks)
          if (this.vanishing.delete(path) && source.kind === "disk")
            ifAllowed(() => tree.remove(source.diskPath));
        return reader.prepare(tasks, signal);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    });
  }

  /** Ends a scan of the tree: files that have not vanished by then stay. */
  endLook(): void {
    this.vanishing.clear();
  }

  /**
   * Applies an edit. If the edit needs an existing path and its own does not exist, it uses another path that
   * does. Skips edits that the tree does not allow (a file where a folder would have to be), and edits that
   * would leave the tree through a link.
   */
  apply(asked: Edit): void {
    const { tree, preparer } = this;
    const edit = aboutWhatIsThere(tree, asked);
    if (edit.kind === "refuse" || edit.kind === "chmod") this.hasLocked = true;
    ifAllowed(() => {
      if (followed(edit).some((path) => goesThroughLink(tree, path))) return;
      switch (edit.kind) {
        case "write":
          return write(tree, edit.path, edit.content);
        case "rename":
          return rename(tree, edit.path, edit.to);
        case "swap":
          return swap(tree, edit.path, edit.to);
        case "remove":
          return tree.remove(edit.path);
        case "rewrite":
          return rewrite(tree, edit.path);
        case "touch":
          return existsSync(tree.at(edit.path)) ? tree.touch(edit.path) : undefined;
        case "folder":
          return tree.folder(edit.path);
        case "link":
          return symlinkSync(edit.target, tree.at(edit.path));
        case "wait":
          return tree.wait(edit.seconds * 1_000);
        case "vanish":
          return NESTED_CONTROL_FILES.has(basename(edit.path))
            ? undefined
            : void this.vanishing.add(edit.path.normalize("NFC"));
        case "refuse":
          return void preparer.refused.add(edit.path.normalize("NFC"));
        case "permit":
          return this.unlock();
        case "chmod":
          return chmodSync(tree.at(edit.path), edit.mode);
      }
    });
  }

  /** Makes everything readable again. */
  unlock(): void {
    this.hasLocked = false;
    this.preparer.refused.clear();
    // Only entries without permission: a watch reports even a `chmod` that changes nothing.
    const visit = (path: string): void => {
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return;
      const mode = stats.isDirectory() ? 0o755 : 0o644;
      if ((stats.mode & 0o600) !== 0o600 || (stats.isDirectory() && (stats.mode & 0o100) === 0))
        chmodSync(path, mode);
      if (stats.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    };
    visit(this.tree.root);
  }
}

/** Changes a tree; ignores errors of the system. */
export function ifAllowed(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Edits that need an existing path. */
const OF_SOMETHING: ReadonlySet<Edit["kind"]> = new Set([
  "rename",
  "swap",
  "remove",
  "touch",
  "rewrite",
  "vanish",
  "refuse",
  "chmod",
]);

function aboutWhatIsThere(tree: TimedTree, edit: Edit): Edit {
  if (!OF_SOMETHING.has(edit.kind) || !("path" in edit)) return edit;
  const path = present(tree, edit.path);
  return edit.kind === "swap" ? { ...edit, path, to: present(tree, edit.to) } : { ...edit, path };
}

/** The path itself if it exists, else another one in the tree; the same tree always yields the same path. */
function present(tree: TimedTree, path: string): string {
  if (existsSync(tree.at(path))) return path;
  const paths = pathsBelow(tree, "");
  const sum = [...path].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return paths[sum % paths.length] ?? path;
}

/** Files and folders below a folder, except `.git`: siblings ascending, each folder before its contents. */
function pathsBelow(tree: TimedTree, folder: string): string[] {
  let entries: Dirent[] = [];
  ifAllowed(() => (entries = readdirSync(tree.at(folder), { withFileTypes: true })));
  const paths = entries
    .filter(({ name }) => name !== ".git")
    .map((entry): [string, boolean] => [below(folder, entry.name), entry.isDirectory()]);
  return paths
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([path, isFolder]) => [path, ...(isFolder ? pathsBelow(tree, path) : [])]);
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/**
 * Paths of an edit whose symbolic links the system follows; for some kinds only the folders above the path.
 */
function followed(edit: Edit): string[] {
  if (edit.kind === "rename" || edit.kind === "swap") return [dirname(edit.path), dirname(edit.to)];
  if (edit.kind === "touch" || edit.kind === "rewrite" || edit.kind === "chmod" || edit.kind === "folder")
    return [edit.path];
  return "path" in edit ? [dirname(edit.path)] : [];
}

function goesThroughLink(tree: TimedTree, path: string): boolean {
  const names = path.split("/");
  return names.some(
    (_, at) =>
      lstatSync(tree.at(names.slice(0, at + 1).join("/")), { throwIfNoEntry: false })?.isSymbolicLink() ===
      true,
  );
}

function write(tree: TimedTree, path: string, content: string | Uint8Array): void {
  if (existsSync(tree.at(path)) && lstatSync(tree.at(path)).isSymbolicLink()) tree.remove(path);
  tree.write(path, content);
}

function rewrite(tree: TimedTree, path: string): void {
  const before = readFileSync(tree.at(path), "latin1");
  tree.rewriteUnseen(
    path,
    Buffer.from(
      before.replaceAll(/alpha|gamma/g, (word) => (word === "alpha" ? "gamma" : "alpha")),
      "latin1",
    ),
  );
}

function rename(tree: TimedTree, from: string, to: string): void {
  // A folder cannot move into itself, and two spellings can name the same entry.
  if (existsSync(tree.at(from)) && existsSync(dirname(tree.at(to)))) tree.rename(from, to);
}

/** Swaps two entries; does nothing if one contains the other. */
function swap(tree: TimedTree, one: string, other: string): void {
  const aside = "aside";
  if (one === other || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)) return;
  tree.rename(one, aside);
  tree.rename(other, one);
  tree.rename(aside, other);
}
