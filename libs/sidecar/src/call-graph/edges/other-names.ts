/**
 * Other names of functions that are passed on. Follows the data flow for a few hops, from a name to the
 * variables, members, keys and parameters that receive its value.
 */
import { type ExprId, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { importedName, withoutBlock } from "../../call-facts/call-name.ts";
import { givenBefore } from "../expressions/arguments.ts";
import { scopesCalled } from "../expressions/called.ts";
import { argumentsOf } from "../expressions/variables.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";

/** A name that something has in a scope of a file and the scopes inside it. */
export interface NameWithin {
  readonly file: FileId;
  readonly scope: number;
  readonly name: string;
}

/** Other names of some functions. */
export interface OtherNames {
  /**
   * Names of members, keys, exports, and variables of modules and types: their values may be called in any
   * file.
   */
  readonly everywhere: ReadonlySet<string>;
  /** Names of parameters, imports and local variables, by the only file that may call their values. */
  readonly within: ReadonlyMap<FileId, ReadonlySet<string>>;
}

/** Enough for `forEach(hook)`, whose parameter is passed to `run(handler)`, which stores it. */
const MAX_HOPS = 3;

/** For all hops after the first together. A function with more names is passed on everywhere. */
const MAX_NAMES = 100;

const MAX_IMPORTING_FILES = 20;

/** Names under which values of the given names are passed on, up to `MAX_HOPS` hops and `MAX_NAMES` names. */
export function otherNames(resolution: Resolution, starts: readonly NameWithin[]): OtherNames {
  const everywhere = new Set<string>();
  const within = new Map<FileId, Set<string>>();
  const seen = new Set(starts.map(keyOf));
  let level = starts;
  for (let hop = 0; hop < MAX_HOPS && level.length > 0; hop++) {
    const next: NameWithin[] = [];
    for (const given of level.flatMap((name) => namesGiven(resolution, name))) {
      const name = withoutBlock(given.name);
      if (!given.isLocal) everywhere.add(name);
      else within.set(given.file, (within.get(given.file) ?? new Set()).add(name));
      for (const further of [given, ...imported(resolution, given)]) {
        if (seen.has(keyOf(further)) || seen.size - starts.length >= MAX_NAMES) continue;
        seen.add(keyOf(further));
        next.push(further);
      }
    }
    level = next;
  }
  return { everywhere, within };
}

function keyOf({ file, scope, name }: NameWithin): string {
  return `${file} ${scope} ${name}`;
}

interface GivenName extends NameWithin {
  readonly isLocal: boolean;
  /** A variable of the module itself, which other files may import. */
  readonly isOfModule?: boolean;
}

/** Uses of a module variable as a value in other files. */
function imported(resolution: Resolution, { file, name, isOfModule }: GivenName): readonly NameWithin[] {
  const using = isOfModule === true ? resolution.project.filesUsing("mention", name) : [];
  return using.length > MAX_IMPORTING_FILES
    ? []
    : using.filter((other) => other !== file).map((other) => ({ file: other, scope: 0, name }));
}

function namesGiven(resolution: Resolution, name: NameWithin): readonly GivenName[] {
  return resolution.once(["names given", keyOf(name)], () => {
    const index = resolution.index(name.file);
    return index ? [...namesGivenIn(resolution, index, name)] : [];
  });
}

function* namesGivenIn(
  resolution: Resolution,
  index: FileIndex,
  { file, scope: around, name }: NameWithin,
): Generator<GivenName> {
  const isIt = namedSo(index, name);
  const named = (given: string): GivenName => ({ file, scope: 0, name: given, isLocal: false });
  for (const [scope, { kind, bindings, stores }] of index.flow.scopes.entries()) {
    if (!index.scopes.isWithin(scope, around)) continue;
    for (const binding of bindings)
      if (isIt(binding.value))
        yield {
          file,
          scope,
          name: binding.name,
          isLocal: kind === "function" || index.op(binding.value) === "import",
          isOfModule: scope === 0,
        };
    for (const { target, value } of stores) if (isIt(value)) yield named(index.keyOf(target) ?? "");
  }
  for (const exported of index.flow.exports) if (isIt(exported.value)) yield named(exported.name);
  for (const { name: key, value } of index.literals.recordEntries())
    if (key !== null && isIt(value)) yield named(key);
  for (const { expr, scope } of index.flow.sites)
    if (index.scopes.isWithin(scope, around) && index.hasArgument(expr, isIt))
      yield* parametersGiven(resolution, { file, index, scope, expr }, isIt);
}

interface Call {
  readonly file: FileId;
  readonly index: FileIndex;
  readonly scope: number;
  readonly expr: ExprId;
}

/** Parameters of the called functions that receive the value. */
function* parametersGiven(
  resolution: Resolution,
  { file, index, scope, expr }: Call,
  isIt: (value: ExprId) => boolean,
): Generator<GivenName> {
  const entries = index.entries(expr, 2);
  for (const value of resolution.evaluate({ file, scope, expr: index.operand(expr, 1) })) {
    for (const called of scopesCalled(resolution, value, { file, scope, expr }).scopes) {
      const own = resolution.index(called.file)?.flow.scopes[called.scope];
      if (!own) continue;
      const shift = givenBefore(own.params, value);
      // A field of the same name may store a constructor's argument.
      const isLocal = (own.flags & SCOPE_FLAGS.constructor) === 0 && own.kind === "function";
      for (const [position, entry] of entries.entries()) {
        const name = entry.name ?? own.params[position + shift]?.name ?? "";
        if (name !== "" && isIt(entry.value)) yield { file: called.file, scope: called.scope, name, isLocal };
      }
    }
  }
}

/** Returns a test for expressions of a file that refer to something of this name; see `endsWith`. */
export function namedSo(index: FileIndex, name: string): (expr: ExprId) => boolean {
  // The file's texts have no duplicates. A name that only a definition uses is not among them.
  const named = { name, text: index.flow.strings.indexOf(name) };
  return (expr) => endsWith(index, expr, named);
}

/**
 * Whether an expression refers to something of this name by its last name, contains such an expression, or is
 * derived from one.
 *
 * @param named the name, and its index among the file's texts
 */
function endsWith(
  index: FileIndex,
  expr: ExprId,
  named: { readonly name: string; readonly text: number },
): boolean {
  switch (index.op(expr)) {
    case "name":
      return index.operand(expr, 1) === named.text;
    case "member":
      return index.operand(expr, 2) === named.text;
    case "import":
      return importedName(index.string(expr, 1), index.string(expr, 2)) === named.name;
    case "scope":
      return index.flow.scopes[index.operand(expr, 1)]?.name === named.name;
    case "either":
      return index.items(expr, 1).some((option) => endsWith(index, option, named));
    case "record":
      return index.entries(expr, 1).some(({ value }) => endsWith(index, value, named));
    case "list":
      return index.items(expr, 1).some((item) => endsWith(index, item, named));
    case "standing":
    case "pointed":
    case "index":
    case "element":
      return endsWith(index, index.operand(expr, 1), named);
    case "decorated":
      return endsWith(index, index.operand(expr, 2), named);
    case "variable":
      return argumentsOf(index, index.operand(expr, 2)).some((argument) => endsWith(index, argument, named));
    default:
      return false;
  }
}
