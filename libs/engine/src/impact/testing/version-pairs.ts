/** Pairs of versions from texts, for tests. */
import { noDeadline } from "../../deadline.ts";
import { createInlinePreparer } from "../../prepare/preparer.ts";
import { type SymbolChange, changedSymbols } from "../changed-symbols.ts";
import { type ReadVersionPairs, readVersionPairs } from "../read-file-versions.ts";

export type Files = Readonly<Record<string, string>>;

const context = { preparer: createInlinePreparer(1_000_000) };

/** Files of the same name in both versions, and those in one of them. `renames`: old path by new path. */
export function readPairs(base: Files, head: Files, renames: Files = {}): Promise<ReadVersionPairs> {
  const content = (files: Files, path: string | undefined): { path: string; bytes: Buffer } | null =>
    path === undefined || files[path] === undefined ? null : { path, bytes: Buffer.from(files[path]) };
  const gone = new Set(Object.values(renames));
  const paths = new Set([...Object.keys(base).filter((path) => !gone.has(path)), ...Object.keys(head)]);
  const files = [...paths]
    .sort()
    .map((path) => ({ base: content(base, renames[path] ?? path), head: content(head, path) }));
  return readVersionPairs(context, files, noDeadline());
}

/** Changes as lines: `renamed A.old -> A.new`, with `+sig` or `+body` where the kind does not say it. */
export async function changesIn(base: Files, head: Files, renames: Files = {}): Promise<string[]> {
  const { pairs } = await readPairs(base, head, renames);
  return changedSymbols(pairs, () => undefined).changes.map(changeLine);
}

export function changeLine(change: SymbolChange): string {
  const { base, head, signatureChanged, bodyChanged } = change;
  const nameOf = (side: typeof base): string => (side ? `${side.file.path}:${side.symbol.label}` : "");
  const [before, after] = [nameOf(base), nameOf(head)];
  const names = base && head && before !== after ? `${before} -> ${after}` : after || before;
  const more = [
    ...(signatureChanged && change.change !== "signature_changed" ? ["+sig"] : []),
    ...(bodyChanged && change.change !== "body_changed" ? ["+body"] : []),
  ];
  return [change.change, names, ...more].join(" ");
}
