/** Finds occurrences of an Elixir module in code: by its full name, or through an alias. Pure. */
import { LineIndex } from "../../../syntax/chunk/lines.ts";

/** An occurrence of a module's name; `code` and `start` as in `WrittenName`. */
export interface WrittenModule {
  readonly code: string;
  readonly start: number;
  /** 1-based. */
  readonly line: number;
}

/** Returns the module that is defined around an offset; null outside of any. */
export type ModuleAround = (offset: number) => string | null;

const NAME = String.raw`(?:__MODULE__|\p{Lu}[\p{L}\p{N}_]*)(?:\.\p{Lu}[\p{L}\p{N}_]*)*`;
/**
 * Module names in code. Excludes definitions, names introduced by an alias, keys (`Conn: 1`), and members of
 * anything but modules.
 */
const WRITTEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@:.]|\bdef(?:module|protocol)\s+|\bas:\s*)${NAME}(?!\.?[\p{L}\p{N}_]*:(?!:)(?=\s))`,
  "gu",
);
/** `alias A.B`, `require A.B, as: C`, and in braces `alias A.{B, C.D}`. */
const ALIASES = new RegExp(
  String.raw`\b(?:alias|require)\s+(?<base>${NAME})(?:\.\{(?<parts>[^{}]{0,2000})\}|(?:\s*,\s*as:\s*(?<as>\p{Lu}[\p{L}\p{N}_]*))?)`,
  "gu",
);
/** Braces after a name: each part in them is prefixed with it. */
const IN_BRACES = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?<base>${NAME})\.\{(?<parts>[^{}]{0,2000})\}`,
  "gu",
);
const PART = new RegExp(NAME, "gu");

/**
 * All occurrences that denote a module, sorted by start. Ignores the scopes of aliases.
 *
 * @param code as `codeOnly` returns it
 * @param module its full name
 */
export function writtenModules(code: string, module: string, around: ModuleAround): readonly WrittenModule[] {
  const whole = (name: string, at: number): string =>
    name.replace(/^__MODULE__(?=\.|$)/, () => around(at) ?? "__MODULE__");
  const aliases = aliasesIn(code, whole);
  const starts = new Set<number>();
  for (const { 0: name, index } of code.matchAll(WRITTEN))
    if (meanings(whole(name, index), aliases).includes(module)) starts.add(index);
  for (const { index, groups: { base = "", parts = "" } = {} } of code.matchAll(IN_BRACES)) {
    const behind = index + base.length + ".{".length;
    starts.delete(index);
    for (const part of parts.matchAll(PART)) {
      starts.delete(behind + part.index);
      if (meanings(`${whole(base, index)}.${part[0]}`, aliases).includes(module))
        starts.add(behind + part.index);
    }
  }
  const lines = new LineIndex(code);
  return [...starts]
    .sort((left, right) => left - right)
    .map((start) => ({ code, start, line: lines.lineAt(start) }));
}

/** The modules that each alias may denote. */
type Aliases = ReadonlyMap<string, ReadonlySet<string>>;

function aliasesIn(code: string, whole: (name: string, at: number) => string): Aliases {
  const aliases = new Map<string, Set<string>>();
  const add = (name: string, module: string): void =>
    void aliases.set(name, (aliases.get(name) ?? new Set()).add(module));
  for (const { index, groups: { base = "", parts, as } = {} } of code.matchAll(ALIASES)) {
    const module = whole(base, index);
    if (parts !== undefined)
      for (const [part] of parts.matchAll(PART)) add(lastOf(part), `${module}.${part}`);
    else add(as ?? lastOf(module), module);
  }
  return aliases;
}

function lastOf(module: string): string {
  return module.slice(module.lastIndexOf(".") + 1);
}

/** The modules that a name may denote, by the aliases of its first part. */
function meanings(name: string, aliases: Aliases): readonly string[] {
  const dot = name.indexOf(".");
  const [first, below] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  const modules = [...(aliases.get(first) ?? [])].filter((module) => module !== first);
  return modules.length === 0 ? [name] : [name, ...modules.map((module) => module + below)];
}
