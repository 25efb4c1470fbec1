/** Matched declarations → the changes of each module, in the order of the answer. Pure. */
import {
  type ChangeCounts,
  LIMITS,
  type ModuleChanges,
  SYMBOL_CHANGES,
  type SymbolBefore,
  type SymbolChange,
  type SymbolChangeKind,
} from "@satori/contracts";
import { type DeclaredFile, withoutName } from "../model/declared-file.ts";
import { compareText, nameOf } from "../model/paths.ts";
import { type Item, type MatchedItems, actualPlace, expectedPlace } from "./match-declarations.ts";
import type { DeclaredPair } from "./read-declarations.ts";

/** A module with all of its changes. */
interface Module extends ModuleChanges {
  readonly changes: SymbolChange[];
}

/** Kinds of symbols that only hold others, which have their names. */
const HOLDERS: ReadonlySet<string> = new Set(["namespace", "impl", "extension"]);

/** All changes, by module: those with public changes first, then by name. */
export function listChanges(
  { base, head }: MatchedItems,
  pairs: readonly DeclaredPair[],
  check: () => void,
): ModuleChanges[] {
  const modules = new Map<string, Module>();
  const add = (module: string, change: SymbolChange): void => {
    const known = modules.get(module);
    if (known) known.changes.push(change);
    else modules.set(module, { module, changes: [change] });
  };
  for (const item of base) {
    check();
    const { match } = item;
    if (match === null) {
      if (isReported(item)) add(item.ownModule, alone("removed", item));
    } else if (!HOLDERS.has(item.declaration.kind)) {
      const change = changeBetween(item, match);
      if (change !== null) add(match.module, change);
    }
  }
  for (const item of head)
    if (item.match === null && isReported(item)) add(item.module, alone("added", item));
  for (const { module, ...about } of aboutFiles(pairs)) {
    const { changes = [] } = modules.get(module) ?? {};
    if (changes.length > 0 || about.movedFrom !== undefined)
      modules.set(module, { module, ...about, changes });
  }
  for (const module of modules.values())
    modules.set(module.module, { ...module, changes: distinct(module.changes.sort(inOrder)) });
  return [...modules.values()].sort(
    (left, right) => publicFirst(left, right) || compareText(left.module, right.module),
  );
}

/** Sorted changes without those that say the same: a name may be defined in each branch of a condition. */
function distinct(changes: readonly SymbolChange[]): SymbolChange[] {
  const said = ({ line: _line, before, ...change }: SymbolChange): string => JSON.stringify([change, before]);
  return changes.filter((change, at) => {
    const last = changes[at - 1];
    return last === undefined || said(last) !== said(change);
  });
}

/** What is added or removed with the symbol around it is not listed on its own. */
function isReported({ declaration, parent }: Item): boolean {
  if (HOLDERS.has(declaration.kind)) return false;
  for (let around = parent; around !== null; around = around.parent) {
    if (around.match !== null) return true;
    if (!HOLDERS.has(around.declaration.kind)) return false;
  }
  return true;
}

function alone(change: "added" | "removed", { declaration, file }: Item): SymbolChange {
  const { kind, label, line, isPublic, signature } = declaration;
  return {
    change,
    kind,
    symbol: label,
    file,
    line,
    public: isPublic,
    ...(signature === null ? {} : { signature }),
  };
}

/** Null if nothing has changed that a user of the symbol could notice. */
function changeBetween(item: Item, match: Item): SymbolChange | null {
  const { declaration: old } = item;
  const { declaration: present, file, module } = match;
  const isConstructor = old.kind === "constructor" && present.kind === "constructor";
  const isRenamed = old.name !== present.name && !isConstructor;
  const isMoved = item.module !== module || (!isRenamed && expectedPlace(item) !== actualPlace(match));
  const isReshaped =
    old.kind !== present.kind || old.isPublic !== present.isPublic || nameless(old) !== nameless(present);
  // The members of a type that was renamed or moved are where they are expected.
  const isTaken = isMoved && item.parent !== null && item.parent.match === match.parent;
  const change: SymbolChangeKind | null = isRenamed
    ? "renamed"
    : isReshaped
      ? "signature_changed"
      : isMoved && !isTaken
        ? "moved"
        : null;
  if (change === null) return null;
  const before: SymbolBefore = {
    ...(old.kind === present.kind ? {} : { kind: old.kind }),
    ...(old.label === present.label ? {} : { symbol: old.label }),
    ...(isMoved && !isTaken && item.file !== file ? { file: item.file, line: old.line } : {}),
    ...(nameless(old) === nameless(present) ? {} : { signature: old.signature ?? "" }),
    ...(old.isPublic === present.isPublic ? {} : { public: old.isPublic }),
  };
  return {
    change,
    kind: present.kind,
    symbol: present.label,
    file,
    line: present.line,
    public: old.isPublic || present.isPublic,
    ...(present.signature === null ? {} : { signature: present.signature }),
    before,
  };
}

/** The shape without the own name, which may have changed. */
function nameless({ shape, name }: { readonly shape: string; readonly name: string }): string {
  return withoutName(shape, name);
}

/** What there is to say about modules that are files. */
function aboutFiles(pairs: readonly DeclaredPair[]): Omit<ModuleChanges, "changes">[] {
  return pairs.flatMap(({ base, head }): Omit<ModuleChanges, "changes">[] => {
    const file = head ?? base;
    if (file?.module !== "file" || !isWorthNaming(file)) return [];
    if (base === null) return [{ module: file.path, only: "added" }];
    if (head === null) return [{ module: file.path, only: "removed" }];
    return base.path === head.path ? [] : [{ module: head.path, movedFrom: base.path }];
  });
}

function isWorthNaming({ declarations, path }: DeclaredFile): boolean {
  return declarations.length > 0 && nameOf(path) !== "";
}

function publicFirst(left: ModuleChanges, right: ModuleChanges): number {
  return Number(hasPublic(right)) - Number(hasPublic(left));
}

function hasPublic({ changes }: ModuleChanges): boolean {
  return changes.some((change) => change.public);
}

const ORDER: ReadonlyMap<SymbolChangeKind, number> = new Map(SYMBOL_CHANGES.map((kind, at) => [kind, at]));

function inOrder(left: SymbolChange, right: SymbolChange): number {
  return (
    Number(right.public) - Number(left.public) ||
    (ORDER.get(left.change) ?? 0) - (ORDER.get(right.change) ?? 0) ||
    compareText(left.symbol, right.symbol) ||
    compareText(left.file, right.file) ||
    left.line - right.line ||
    compareText(left.signature ?? "", right.signature ?? "")
  );
}

/** Modules with public changes, and moved ones with public declarations; in them only these changes. */
export function publicChanges(
  modules: readonly ModuleChanges[],
  pairs: readonly DeclaredPair[],
): ModuleChanges[] {
  const offering = new Set(
    pairs.flatMap(({ head }) => (head?.declarations.some(({ isPublic }) => isPublic) ? [head.path] : [])),
  );
  return modules
    .filter((module) => hasPublic(module) || (module.movedFrom !== undefined && offering.has(module.module)))
    .map((module) => ({ ...module, changes: module.changes.filter((change) => change.public) }));
}

export function countChanges(modules: readonly ModuleChanges[], wanted: "all" | "public"): ChangeCounts {
  const counts = { removed: 0, renamed: 0, signature_changed: 0, moved: 0, added: 0 };
  for (const { changes } of modules)
    for (const change of changes) if (wanted === "all" || change.public) counts[change.change]++;
  return counts;
}

/**
 * The first changes, at most `limit`; a module counts as one if it has no changes of its own.
 *
 * @param maxBytes size of the modules as JSON
 */
export function firstChanges(
  modules: readonly ModuleChanges[],
  { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
): { readonly modules: ModuleChanges[]; readonly isCut: boolean } {
  const shown: ModuleChanges[] = [];
  let remaining = limit;
  let bytes = 0;
  for (const { changes, ...module } of modules) {
    const kept: SymbolChange[] = [];
    bytes += sizeOf(module);
    for (const change of changes) {
      bytes += sizeOf(change);
      if (remaining-- <= 0 || bytes > maxBytes) break;
      kept.push(change);
    }
    if (changes.length === 0) remaining--;
    if (kept.length < changes.length || remaining < 0 || bytes > maxBytes) {
      if (kept.length > 0) shown.push({ ...module, changes: kept });
      return { modules: shown, isCut: true };
    }
    shown.push({ ...module, changes });
  }
  return { modules: shown, isCut: false };
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Size of the changes of an answer whose call sets no limit. */
export const MAX_BYTES = LIMITS.answerMaxBytes;
