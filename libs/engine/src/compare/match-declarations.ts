/**
 * Finds for each declaration of the base the one of the head that it has become. Pure.
 *
 * In rounds, until nothing more is found: declarations of one name in one module; then renamed ones, which
 * are equal but for the name, or types of which most members kept their names; then moved ones, which have
 * the same name and are equal elsewhere. A round makes the next one possible: the members of a type that was
 * renamed or moved are looked for in what it has become.
 */
import { isFunctionKind } from "@satori/contracts";
import type { Declaration, DeclaredFile } from "../model/declared-file.ts";
import { parentOf } from "../model/paths.ts";
import type { DeclaredPair } from "./read-declarations.ts";

/** A declaration of one version. */
export interface Item {
  readonly declaration: Declaration;
  /** Relative to the root. */
  readonly file: string;
  /** Its module, by its path in this version. */
  readonly ownModule: string;
  /** Its module, by the path that its file has in the head. */
  readonly module: string;
  readonly parent: Item | null;
  /** What it has become, or was; null if nothing was found. */
  match: Item | null;
}

export interface MatchedItems {
  readonly base: readonly Item[];
  readonly head: readonly Item[];
}

/** Letters and digits that two declarations must have in common, to be taken for one that was renamed. */
const MIN_WEIGHT = 20;
/** The same if nothing but the content tells: another name in another module. */
const MIN_WEIGHT_ELSEWHERE = 60;
/** The share of members that a type keeps when it is renamed. */
const MIN_SHARED_MEMBERS = 0.6;
const MAX_ROUNDS = 6;

/** @param check called for each step; may throw */
export function matchDeclarations(pairs: readonly DeclaredPair[], check: () => void): MatchedItems {
  const base = pairs.flatMap(({ base: file, head }) => itemsOf(file, head?.path));
  const head = pairs.flatMap(({ head: file }) => itemsOf(file, file?.path));
  const matcher = new Matcher({ base, head }, check);
  for (let round = 0; round < MAX_ROUNDS && matcher.round(); round++);
  return { base, head };
}

function itemsOf(file: DeclaredFile | null, headPath: string | undefined): Item[] {
  if (file === null) return [];
  const moduleAt = (path: string): string => (file.module === "folder" ? parentOf(path) || "." : path);
  const items: Item[] = [];
  for (const declaration of file.declarations)
    items.push({
      declaration,
      file: file.path,
      ownModule: moduleAt(file.path),
      module: moduleAt(headPath ?? file.path),
      parent: items[declaration.parent] ?? null,
      match: null,
    });
  return items;
}

/** Where a declaration is expected in the head, as a text. */
export function expectedPlace(item: Item): string {
  const { parent } = item;
  if (parent === null) return placeOf(item.module, ownLabel(item));
  const around = parent.match ?? parent;
  return placeOf(around.module, `${around.declaration.label}.${ownLabel(item)}`);
}

/** Where a declaration of the head is. */
export function actualPlace(item: Item): string {
  const { parent, module } = item;
  return placeOf(module, parent === null ? ownLabel(item) : `${parent.declaration.label}.${ownLabel(item)}`);
}

function placeOf(module: string, label: string): string {
  return `${module}\0${label}`;
}

/** The label below the parent. A constructor is that of its type, even if it has the type's name. */
function ownLabel({ declaration: { kind, label, name }, parent }: Item): string {
  if (kind === "constructor") return "\0constructor";
  const around = parent?.declaration.label;
  const below =
    around !== undefined && label.startsWith(`${around}.`) ? label.slice(around.length + 1) : null;
  const own = below ?? (parent === null ? label : name);
  return kind === "reexport" ? `\0${own}` : own;
}

class Matcher {
  constructor(
    private readonly items: MatchedItems,
    private readonly check: () => void,
  ) {}

  /** Whether it found anything. */
  round(): boolean {
    const before = this.#open("base").length;
    this.#matchByPlace();
    this.#matchUnique(renamed);
    this.#matchTypes(({ module }) => module);
    this.#matchUnique(moved);
    this.#matchTypes(({ declaration }) => declaration.label);
    for (const key of [movedFunction, movedAndRenamed, declaredElsewhere]) this.#matchUnique(key);
    return this.#open("base").length < before;
  }

  #open(side: keyof MatchedItems): Item[] {
    return this.items[side].filter(({ match }) => match === null);
  }

  /** Same name in the same place: first what is equal, then what has the same shape, kind, or only name. */
  #matchByPlace(): void {
    const keys: ((item: Item, place: string) => string)[] = [
      ({ declaration: { kind, shape, body } }, place) => `${place}\0${kind}\0${shape}\0${body}`,
      ({ declaration: { kind, shape } }, place) => `${place}\0${kind}\0${shape}`,
      ({ declaration: { kind } }, place) => `${place}\0${kind}`,
      (_, place) => place,
    ];
    for (const key of keys) {
      const present = groups(this.#open("head"), (item) => key(item, actualPlace(item)), this.check);
      for (const candidates of present.values()) candidates.reverse();
      for (const item of this.#open("base")) {
        this.check();
        const found = present.get(key(item, expectedPlace(item)))?.pop();
        if (found) join(item, found);
      }
    }
  }

  /** Matches what is the only one of its key on both sides. */
  #matchUnique(keyOf: (item: Item, side: keyof MatchedItems) => string | null): void {
    const old = groups(this.#open("base"), (item) => keyOf(item, "base"), this.check);
    const present = groups(this.#open("head"), (item) => keyOf(item, "head"), this.check);
    for (const [key, [item, ...others]] of old) {
      const [found, ...more] = present.get(key) ?? [];
      if (item && found && others.length === 0 && more.length === 0) join(item, found);
    }
  }

  /**
   * Types of one kind that share most of their members.
   *
   * @param scopeOf what both must have in common: the module, or the name
   */
  #matchTypes(scopeOf: (item: Item) => string): void {
    const keyOf = (item: Item, name: string): string => `${scopeOf(item)}\0${item.declaration.kind}\0${name}`;
    const membersOf = (side: keyof MatchedItems): ReadonlyMap<Item, Set<string>> => {
      const members = new Map<Item, Set<string>>();
      for (const item of this.items[side])
        if (item.parent !== null && item.parent.match === null)
          members.set(item.parent, (members.get(item.parent) ?? new Set()).add(ownLabel(item)));
      return members;
    };
    const [old, present] = [membersOf("base"), membersOf("head")];
    const byMember = new Map<string, Item[]>();
    for (const [item, names] of present) for (const name of names) push(byMember, keyOf(item, name), item);
    for (const [item, names] of old) {
      const counts = new Map<Item, number>();
      for (const name of names) {
        const others = byMember.get(keyOf(item, name)) ?? [];
        // A name that very many types have says nothing.
        if (others.length <= MAX_NAMESAKES)
          for (const other of others) {
            this.check();
            counts.set(other, (counts.get(other) ?? 0) + 1);
          }
      }
      const fitting = [...counts].filter(
        ([other, shared]) =>
          other.match === null &&
          shared >= 2 &&
          shared / (names.size + (present.get(other)?.size ?? 0) - shared) >= MIN_SHARED_MEMBERS,
      );
      const [best] = fitting;
      if (best && fitting.length === 1 && item.match === null) join(item, best[0]);
    }
  }
}

const MAX_NAMESAKES = 50;

function join(item: Item, found: Item): void {
  item.match = found;
  found.match = item;
}

/** The same place, kind and content, under another name. */
function renamed(item: Item, side: keyof MatchedItems): string | null {
  const { kind, body, bodyWeight } = item.declaration;
  if (body === null || bodyWeight < MIN_WEIGHT) return null;
  const around = side === "base" ? (item.parent?.match ?? item.parent) : item.parent;
  return `${around?.module ?? item.module}\0${around?.declaration.label ?? ""}\0${kind}\0${body}`;
}

/** The same kind, qualified name and content, in another module. */
function moved({ declaration: { kind, label, body, bodyWeight } }: Item): string | null {
  return body === null || bodyWeight < MIN_WEIGHT ? null : `${kind}\0${label}\0${body}`;
}

/** A function of the same name and content anywhere: in another type, or as a method. */
function movedFunction({ declaration: { kind, name, body, bodyWeight } }: Item): string | null {
  const isFunction = kind !== "reexport" && isFunctionKind(kind);
  return body === null || bodyWeight < MIN_WEIGHT || !isFunction ? null : `${name}\0${body}`;
}

function movedAndRenamed({ declaration: { kind, body, bodyWeight } }: Item): string | null {
  return body === null || bodyWeight < MIN_WEIGHT_ELSEWHERE ? null : `${kind}\0${body}`;
}

/** A function of the same qualified name and shape, in another module. */
function declaredElsewhere({ declaration: { kind, label, shape } }: Item): string | null {
  return kind === "reexport" || !isFunctionKind(kind) || shape.length < MIN_WEIGHT
    ? null
    : `${kind}\0${label}\0${shape}`;
}

function groups(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
  check: () => void,
): Map<string, Item[]> {
  const byKey = new Map<string, Item[]>();
  for (const item of items) {
    check();
    const key = keyOf(item);
    if (key !== null) push(byKey, key, item);
  }
  return byKey;
}

function push(byKey: Map<string, Item[]>, key: string, item: Item): void {
  const known = byKey.get(key);
  if (known) known.push(item);
  else byKey.set(key, [item]);
}
