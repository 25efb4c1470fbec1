/**
 * Settings that a call requests for a codebase: whether they are valid, and whether the index has them. Pure.
 */
import type { ArgumentProblem, ManageIndexInput } from "@satori/contracts";
import { parseRules } from "../ignore/rule.ts";
import { parseGlob } from "../ignore/wildmatch/glob.ts";
import { type CodebaseSettings, settingsWith } from "../model/run.ts";

export type RequestedSettings = Pick<ManageIndexInput, "customExtensions" | "ignorePatterns">;

/** Longer than any extension in use; file names are limited to 255 bytes. */
const MAX_EXTENSION_CHARS = 64;
/** Also several in a row (`.html.erb`). The leading dot is optional. */
const EXTENSION = /^\.?[\p{L}\p{M}\p{N}_+~$@-]+(?:\.[\p{L}\p{M}\p{N}_+~$@-]+)*$/u;

/** Problems of invalid extensions and ignore patterns, each with its position in its field. */
export function settingProblems({
  customExtensions = [],
  ignorePatterns = [],
}: RequestedSettings): ArgumentProblem[] {
  const problems = (
    field: keyof RequestedSettings,
    values: readonly string[],
    faultOf: (value: string) => string | null,
  ): ArgumentProblem[] =>
    values.flatMap((value, at) => {
      const message = faultOf(value);
      return message === null ? [] : [{ path: `${field}[${at}]`, message }];
    });
  return [
    ...problems("customExtensions", customExtensions, extensionFault),
    ...problems("ignorePatterns", ignorePatterns, patternFault),
  ];
}

function extensionFault(extension: string): string | null {
  if (extension.length > MAX_EXTENSION_CHARS) return `is longer than ${MAX_EXTENSION_CHARS} characters`;
  return EXTENSION.test(extension)
    ? null
    : `${JSON.stringify(extension)} is not a file extension, such as ".tmpl"`;
}

function patternFault(pattern: string): string | null {
  if (pattern.trim() === "") return "is empty";
  if (/[\n\r\0]/.test(pattern))
    return (
      `${JSON.stringify(pattern)} has a character that is not allowed in patterns: pass one pattern ` +
      "per item"
    );
  const rules = parseRules(pattern, { kind: "own", file: null, base: "" });
  return rules.every(({ glob }) => parseGlob(glob) !== null)
    ? null
    : `${JSON.stringify(pattern)} matches nothing: an unclosed bracket, an unknown character class, or ` +
        "a \\ at its end";
}

/**
 * Fields whose requested value the index does not have. Order matters: of ignore patterns, the last one that
 * matches decides.
 */
export function settingsNotApplied(
  asked: RequestedSettings,
  kept: CodebaseSettings,
): readonly (keyof CodebaseSettings)[] {
  const wanted = settingsWith(kept, asked);
  return (["customExtensions", "ignorePatterns"] as const).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(kept[field]),
  );
}

/** The arguments of a call that are settings. */
export function requestedSettings({
  customExtensions,
  ignorePatterns,
}: RequestedSettings): RequestedSettings {
  return { ...(customExtensions && { customExtensions }), ...(ignorePatterns && { ignorePatterns }) };
}
