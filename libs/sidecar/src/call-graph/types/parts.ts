/** Types that consist of several parts, which share their members: partial, reopened or extended types. */
import { SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { groupBy } from "../../group-by.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import { closeness } from "../rules/paths.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, isSameScope, scopeKey } from "../values.ts";

/**
 * A type without methods or bases whose name is defined in more files than this is a namespace; its parts are
 * not searched.
 */
const MAX_NAMESPACE_FILES = 50;
/**
 * Most files that are searched for parts. If more define the name, a type that contains types counts as a
 * namespace, even if it has methods.
 */
const MAX_PART_FILES = 400;

/** The other parts of a type, by file, then position. */
export function otherParts(resolution: Resolution, type: ScopeRef): readonly ScopeRef[] {
  const own = scopeOf(resolution, type);
  if (!own || !isPartial(own)) return [];
  const files = resolution.project.filesDefining(own.name).length;
  if (
    files > MAX_NAMESPACE_FILES &&
    isNamespace(resolution, type, files > MAX_PART_FILES ? "mostly" : "only")
  )
    return [];
  if (files > MAX_PART_FILES) {
    resolution.limit("too_many_files");
    return [];
  }
  const isSought = (): boolean => true;
  return partsAmong(resolution, type, {
    isSought,
    byType: () =>
      resolution.shared(`parts of ${own.name}`, () =>
        partsByType(resolution, [own.name], { files: resolution.project.filesDefining(own.name), isSought }),
      ),
  });
}

function isNamespace(resolution: Resolution, type: ScopeRef, how: "only" | "mostly"): boolean {
  const index = resolution.index(type.file);
  const inside = (index?.scopes.childrenOf(type.scope) ?? []).map((at) => index?.flow.scopes[at]?.kind);
  const hasTypes = inside.some((kind) => kind !== "function");
  return (
    (how === "mostly" && hasTypes) ||
    (!inside.includes("function") && (scopeOf(resolution, type)?.bases ?? []).length === 0)
  );
}

/** The other parts that bind a name themselves. */
export function otherPartsWith(resolution: Resolution, type: ScopeRef, name: string): readonly ScopeRef[] {
  const own = scopeOf(resolution, type);
  if (!own || !isPartial(own)) return [];
  const isSought: PartsSought["isSought"] = (index, scope) => index.bindings(scope, name).length > 0;
  const qualified = qualifiedName(resolution, type);
  const byType = (): PartsByType =>
    resolution.once(["parts with", qualified, name], () => {
      const { names, files } = namedLike(resolution, qualified);
      return partsByType(resolution, names, {
        files: resolution.project.filesDefining(name).filter((file) => files.has(file)),
        isSought,
      });
    });
  return partsAmong(resolution, type, { isSought, byType });
}

interface NamedLike {
  /**
   * Names that a part of the type may have: `extension Request.Body` is a part of the `Body` inside
   * `Request`.
   */
  readonly names: readonly string[];
  /** Files that define a type of one of these names, or mention one as the outer type of another. */
  readonly files: ReadonlySet<FileId>;
}

function namedLike(resolution: Resolution, qualified: string): NamedLike {
  const { project } = resolution;
  return resolution.once(["named like", qualified], () => {
    const parts = qualified.split(".");
    const names = parts.map((_, at) => parts.slice(at).join("."));
    return {
      names,
      files: new Set(
        names.flatMap((name) => [...project.filesDefining(name), ...project.filesUsing("opened", name)]),
      ),
    };
  });
}

/** Whether two types are the same, or parts of the same. */
export function isSameType(resolution: Resolution, left: ScopeRef, right: ScopeRef): boolean {
  if (isSameScope(left, right)) return true;
  const [one, other] = [scopeOf(resolution, left), scopeOf(resolution, right)];
  return (
    one !== undefined &&
    other !== undefined &&
    one.name === other.name &&
    isPartial(one) &&
    isPartial(other) &&
    keyOf(resolution, left) === keyOf(resolution, right) &&
    (!resolution.rules(left.file).joinsInFile || left.file === right.file) &&
    (!resolution.rules(left.file).declaresOnce || isPartOf(resolution, left, right))
  );
}

/**
 * The part that represents a type: the first class, otherwise the first part. Extensions only if there is
 * nothing else.
 */
export function mainPart(resolution: Resolution, type: ScopeRef): ScopeRef {
  return resolution.once(["main part", scopeKey(type)], () => {
    const parts = [type, ...otherParts(resolution, type)].sort(
      (left, right) => left.file - right.file || left.scope - right.scope,
    );
    const declared = parts.filter((part) => !isExtension(resolution, part));
    // An interface may merge with a class.
    return (
      declared.find((part) => scopeOf(resolution, part)?.kind === "class") ??
      declared[0] ?? { file: type.file, scope: type.scope }
    );
  });
}

/** Whether the codebase only extends a type that is declared elsewhere. */
export function isOnlyExtended(resolution: Resolution, type: ScopeRef): boolean {
  return isExtension(resolution, mainPart(resolution, type));
}

type PartsByType = ReadonlyMap<string, readonly ScopeRef[]>;

/** The parts of a type to search for. */
interface PartsSought {
  readonly isSought: (index: FileIndex, scope: number) => boolean;
  /** Matching parts in the whole codebase, by type. */
  readonly byType: () => PartsByType;
}

/** Matching parts of a type, without the type itself. */
function partsAmong(
  resolution: Resolution,
  type: ScopeRef,
  { isSought, byType }: PartsSought,
): readonly ScopeRef[] {
  if (resolution.rules(type.file).joinsInFile) return partsBeside(resolution, type, isSought);
  const parts = byType();
  const others =
    parts.size === 0
      ? []
      : (parts.get(keyOf(resolution, type)) ?? []).filter((part) => !isSameScope(part, type));
  return others.length > 0 && resolution.rules(type.file).declaresOnce
    ? others.filter((part) => isPartOf(resolution, part, type))
    : others;
}

const NO_PARTS: PartsByType = new Map();

function partsByType(
  resolution: Resolution,
  names: readonly string[],
  { files, isSought }: { readonly files: readonly FileId[]; readonly isSought: PartsSought["isSought"] },
): PartsByType {
  const parts = files.flatMap((file) => {
    const index = resolution.index(file);
    const isPart = (scope: number): boolean =>
      index !== null && isPartial(index.flow.scopes[scope] ?? { flags: 0 }) && isSought(index, scope);
    const scopes = names.flatMap((name) => index?.scopes.named(name) ?? []).filter(isPart);
    return scopes.sort((left, right) => left - right).map((scope): ScopeRef => ({ file, scope }));
  });
  return parts.length === 0 ? NO_PARTS : groupBy(parts, (part) => keyOf(resolution, part));
}

function partsBeside(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  isSought: PartsSought["isSought"],
): readonly ScopeRef[] {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  if (!index || !own) return [];
  const isPart = (at: number): boolean =>
    at !== scope &&
    index.flow.scopes[at]?.parent === own.parent &&
    isPartial(index.flow.scopes[at] ?? { flags: 0 }) &&
    isSought(index, at);
  return index.scopes
    .named(own.name)
    .filter(isPart)
    .map((at) => ({ file, scope: at }));
}

/**
 * Whether two parts of one name belong to one type. With several declarations, an extension belongs to the
 * nearest.
 */
function isPartOf(resolution: Resolution, part: ScopeRef, type: ScopeRef): boolean {
  const [one, other] = [declarationOf(resolution, part), declarationOf(resolution, type)];
  return one === null || other === null || isSameScope(one, other);
}

/**
 * The declaration that a part belongs to; null for an extension of a type that is not declared in the
 * codebase.
 */
function declarationOf(resolution: Resolution, type: ScopeRef): ScopeRef | null {
  if (!isExtension(resolution, type)) return type;
  const { paths } = resolution.project;
  const declared = resolution.once(["declared", keyOf(resolution, type)], () => {
    const name = scopeOf(resolution, type)?.name ?? "";
    const named = resolution.project
      .filesDefining(name)
      .flatMap((file) =>
        (resolution.index(file)?.scopes.named(name) ?? []).map((scope): ScopeRef => ({ file, scope })),
      );
    return named.filter(
      (other) =>
        isPartial(scopeOf(resolution, other) ?? { flags: 0 }) &&
        !isExtension(resolution, other) &&
        keyOf(resolution, other) === keyOf(resolution, type),
    );
  });
  const near = ({ file }: ScopeRef): number => closeness(paths[file] as string, paths[type.file] as string);
  return (
    [...declared].sort(
      (left, right) => near(right) - near(left) || left.file - right.file || left.scope - right.scope,
    )[0] ?? null
  );
}

/** Whether a part extends a type instead of declaring it. */
export function isExtension(resolution: Resolution, type: ScopeRef): boolean {
  return ((scopeOf(resolution, type)?.flags ?? 0) & SCOPE_FLAGS.extension) !== 0;
}

function keyOf(resolution: Resolution, type: ScopeRef): string {
  return (
    `${resolution.project.language(type.file)} ${packageAround(resolution, type)} ` +
    `${qualifiedName(resolution, type)}`
  );
}

/**
 * The package of a type's file. Empty if the file has namespaces: these are part of the qualified name, and a
 * file may have several.
 */
function packageAround(resolution: Resolution, { file }: ScopeRef): string {
  const flow = resolution.index(file)?.flow;
  return !flow?.package || flow.scopes.some(({ kind }) => kind === "namespace") ? "" : flow.package;
}

/** Names of the enclosing scopes and of the scope itself, within its file, joined by dots. */
export function qualifiedName(resolution: Resolution, { file, scope }: ScopeRef): string {
  return resolution.index(file)?.scopes.qualifiedName(scope) ?? "";
}

function isPartial({ flags }: { readonly flags: number }): boolean {
  return (flags & SCOPE_FLAGS.partial) !== 0;
}

function scopeOf(resolution: Resolution, { file, scope }: { readonly file: FileId; readonly scope: number }) {
  return resolution.index(file)?.flow.scopes[scope];
}
