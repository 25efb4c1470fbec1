/**
 * Git's wildmatch (with WM_PATHNAME) in two parts: `parseGlob` turns a pattern into a list of steps,
 * `matchesGlob` runs them on a text. Both work on byte strings, one character per byte, so that `?` matches
 * one byte as it does in git.
 *
 * Matching never recurses and never tries all combinations. A `*` cannot cross a `/`, so once a later
 * wildcard or a `/` is reached, only that one is worth retrying; likewise, a later double asterisk makes the
 * earlier ones final. The work is therefore bounded by (text length)², for any pattern.
 *
 * @see git: wildmatch.c, and gitignore(5), "PATTERN FORMAT"
 */
import { type LetterCase, inLetterCase, parseBracket } from "./bracket.ts";

/** A parsed pattern. */
export interface Glob {
  /** 0–255: that byte. Above: one of `STEP`, or `STEP.bracket + n` for the n-th bracket. */
  readonly steps: readonly number[];
  readonly brackets: readonly Uint8Array[];
}

export const STEP = {
  /** `?`: any byte but `/`. */
  any: 256,
  /** `*`: any run without `/`, including the empty one. */
  run: 257,
  /** A double asterisk with its slash, at the beginning or inside: zero or more folders. */
  folders: 258,
  /** A double asterisk at the end, or before an escaped slash: anything. */
  rest: 259,
  bracket: 260,
} as const;

const SLASH = 0x2f;

/**
 * Parses a pattern; null if it can never match: open bracket, unknown class, trailing backslash. As in git,
 * an escaped capital in a folded pattern matches nothing.
 */
export function parseGlob(glob: string, letterCase: LetterCase = "exact"): Glob | null {
  const steps: number[] = [];
  const brackets: Uint8Array[] = [];
  for (let at = 0; at < glob.length;) {
    const char = glob[at];
    if (char === "*") {
      at = addAsterisks(glob, at, steps);
    } else if (char === "[") {
      const bracket = parseBracket(glob, at + 1, letterCase);
      if (bracket === null) return null;
      steps.push(STEP.bracket + brackets.push(bracket.members) - 1);
      at = bracket.end;
    } else if (char === "?") {
      steps.push(STEP.any);
      at += 1;
    } else if (char === "\\") {
      if (at + 1 === glob.length) return null;
      steps.push(glob.charCodeAt(at + 1));
      at += 2;
    } else {
      steps.push(inLetterCase(glob.charAt(at), letterCase).charCodeAt(0));
      at += 1;
    }
  }
  return { steps, brackets };
}

/** Adds the step for a run of asterisks and returns where the pattern continues. */
function addAsterisks(glob: string, start: number, steps: number[]): number {
  let end = start;
  while (glob[end] === "*") end += 1;
  const startsFolder = start === 0 || glob[start - 1] === "/";
  const slashFollows = glob[end] === "/";
  const endsFolder = end === glob.length || slashFollows || glob.startsWith("\\/", end);
  if (end - start < 2 || !startsFolder || !endsFolder) {
    steps.push(STEP.run);
    return end;
  }
  if (!slashFollows) {
    steps.push(STEP.rest);
    return end;
  }
  // Several in a row mean the same as one.
  if (steps.at(-1) !== STEP.folders) steps.push(STEP.folders);
  return end + 1;
}

/** Whether the whole text, a name or a path with `/`, matches. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const { steps, brackets } = glob;
  let step = 0;
  let at = 0;
  // Where to continue if a byte does not match: the step after the wildcard (0: none yet), and how far the
  // wildcard has matched.
  let afterRun = 0;
  let runEnd = 0;
  let afterWide = 0;
  let wideEnd = 0;
  for (;;) {
    const wanted = steps[step];
    if (wanted === undefined) {
      if (at === text.length) return true;
    } else if (wanted === STEP.run) {
      afterRun = ++step;
      runEnd = at;
      continue;
    } else if (wanted === STEP.folders || wanted === STEP.rest) {
      afterWide = ++step;
      wideEnd = at;
      afterRun = 0;
      continue;
    } else if (at < text.length && accepts(wanted, text.charCodeAt(at), brackets)) {
      // A run ends before the next slash wherever it started, so there is nothing to retry.
      if (wanted === SLASH) afterRun = 0;
      step += 1;
      at += 1;
      continue;
    }
    if (afterRun > 0 && runEnd < text.length && text.charCodeAt(runEnd) !== SLASH) {
      at = ++runEnd;
      step = afterRun;
    } else if (afterWide > 0) {
      wideEnd = steps[afterWide - 1] === STEP.folders ? text.indexOf("/", wideEnd) + 1 : wideEnd + 1;
      if (wideEnd === 0 || wideEnd > text.length) return false;
      at = wideEnd;
      step = afterWide;
      afterRun = 0;
    } else {
      return false;
    }
  }
}

function accepts(wanted: number, byte: number, brackets: readonly Uint8Array[]): boolean {
  if (wanted < 256) return wanted === byte;
  if (wanted === STEP.any) return byte !== SLASH;
  return brackets[wanted - STEP.bracket]?.[byte] === 1;
}
