/** Renders what the files of a folder declare: a line for each file, then one for each subfolder. Pure. */
import { counted, type OutlineSymbol } from "@satori/contracts";
import { displayWidth, padEnd, padStart, truncate, truncateMiddle, type View } from "@satori/render";

/** A file directly in the folder. */
export interface OutlinedFile {
  /** Relative to the folder. */
  readonly file: string;
  /** Null if the file has no outline. */
  readonly symbols: number | null;
  /** Whether the file has more symbols than were counted. */
  readonly hasMore: boolean;
  /** Outermost declarations, in the order of the file. */
  readonly declarations: readonly { readonly kind: string; readonly name: string }[];
}

export interface Subfolder {
  /** Relative to the folder. */
  readonly folder: string;
  /** Number of files at any depth. */
  readonly files: number;
}

export interface FolderOutline {
  readonly files: readonly OutlinedFile[];
  readonly folders: readonly Subfolder[];
}

/** Declarations of one file that are shown, however wide the terminal is. */
const MAX_NAMES = 12;
const GAP = "  ";

/** Declarations that are not in another one; those of a namespace if there is nothing beside namespaces. */
export function outermost(symbols: readonly OutlineSymbol[]): OutlinedFile["declarations"] {
  const children = (parent: string | undefined): OutlineSymbol[] =>
    symbols.filter((symbol) => symbol.parent === parent);
  let level = children(undefined);
  while (level.length > 0 && level.every(({ kind }) => kind === "namespace")) {
    const inside = level.flatMap(({ symbolId }) => children(symbolId));
    if (inside.length === 0) break;
    level = inside;
  }
  return level.map(({ kind, symbolLabel, parent }) => {
    const above = symbols.find(({ symbolId }) => symbolId === parent);
    return { kind, name: above ? symbolLabel.slice(above.symbolLabel.length + 1) : symbolLabel };
  });
}

/** @param shown a path of the folder as the reader names it */
export function renderFolder(
  { files, folders }: FolderOutline,
  shown: (path: string) => string,
  view: Pick<View, "style" | "columns" | "name">,
): string[] {
  const { style, columns, name } = view;
  const rows = [
    ...files.map((file) => ({ path: shown(file.file), count: countOf(file), file })),
    ...folders.map(({ folder, files: within }) => ({
      path: `${shown(folder)}/`,
      count: counted(within, "file"),
      file: null,
    })),
  ];
  const widest = Math.max(...rows.map(({ path }) => displayWidth(path)));
  const pathColumns = columns === null ? widest : Math.min(widest, Math.floor(columns / 2));
  const countColumns = Math.max(...rows.map(({ count }) => displayWidth(count)));
  return rows.map(({ path, count, file }) => {
    const cells =
      padEnd(truncateMiddle(path, pathColumns), pathColumns) + GAP + padStart(count, countColumns);
    const room =
      columns === null ? Number.POSITIVE_INFINITY : Math.max(0, columns - displayWidth(cells) - GAP.length);
    const declared = file === null ? "" : truncate(namesOf(file, name), room);
    return `${style.file(cells)}${declared === "" ? "" : GAP + declared}`;
  });
}

function countOf({ symbols, hasMore }: OutlinedFile): string {
  if (symbols === null) return "no outline";
  return hasMore ? `${symbols}+ symbols` : counted(symbols, "symbol");
}

function namesOf({ declarations }: OutlinedFile, shown: View["name"]): string {
  const names = declarations.slice(0, MAX_NAMES).map(({ kind, name }) => `${kind} ${shown(name)}`);
  const rest = declarations.length - names.length;
  return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}
