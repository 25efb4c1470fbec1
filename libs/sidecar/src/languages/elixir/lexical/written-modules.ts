/**
 * Where a module of Elixir is written in code: by its whole name, or by what an alias makes of that. Pure.
 */
import { LineIndex } from "../../../syntax/chunk/lines.ts";

/** A place of a module's name; `code` and `start` as in `WrittenName`. */
export interface WrittenModule {
  readonly code: string;
  readonly start: number;
  /** From 1. */
  readonly line: number;
}

/** The module that is defined around an offset; null outside of any. */
export type ModuleAround = (offset: number) => string | null;

const NAME = String.raw`(?:__MODULE__|\p{Lu}[\p{L}\p{N}_]*)(?:\.\p{Lu}[\p{L}\p{N}_]*)*`;
/**
 * A definition is no use, nor is the name that an alias gives; keys (`Conn: 1`) and members of what is no
 * module are other names.
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
/** In braces behind a name, each part is one that begins with it. */
const IN_BRACES = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(?<base>${NAME})\.\{(?<parts>[^{}]{0,2000})\}`,
  "gu",
);
const PART = new RegExp(NAME, "gu");

/**
 * All places that mean a module, by start, whichever scope an alias is made in.
 *
 * @param code as `codeOnly` gives it
 * @param module its whole name
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

/** What the names that aliases give stand for. */
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

/** What a name may stand for, by the aliases of its first part. */
function meanings(name: string, aliases: Aliases): readonly string[] {
  const dot = name.indexOf(".");
  const [first, below] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  const modules = [...(aliases.get(first) ?? [])].filter((module) => module !== first);
  return modules.length === 0 ? [name] : [name, ...modules.map((module) => module + below)];
}
