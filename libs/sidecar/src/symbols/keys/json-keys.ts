/**
 * Keys of JSON, including dialects with comments: keys of objects nested in objects, down to three levels.
 * Pure.
 */
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { KeyEntry, OpenEntry } from "./key-entries.ts";

/** An open object or list. */
interface Frame {
  readonly isObject: boolean;
  /**
   * Index of the entry that contains it; negative for the outermost value and for entries that are not
   * listed.
   */
  readonly entry: number;
  /** Whether its keys are listed. */
  readonly isListed: boolean;
  /** Whether the next value is the first after a bracket or comma. */
  isFresh: boolean;
  /** The entry whose value is being read; -1 if there is none. */
  current: number;
  /** Strings, numbers, objects and lists read for that value: more than one if a comma is missing. */
  values: number;
}

const TOKENS =
  /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\/\/[^\n]*|\/\*|[{}[\],:]|[^\s"'{}[\],:/\uFEFF]+/g;

/**
 * Sorted by start. Ignores everything after the first value. @param check called for each token; may throw
 */
export function jsonKeys(text: string, check?: () => void): KeyEntry[] {
  const entries: OpenEntry[] = [];
  const frames: Frame[] = [];
  /**
   * The text that may be a key, its start, the end of the last value, and the end of the value before that
   * text.
   */
  let [word, wordAt, end, before] = ["", 0, 0, 0];
  /** Whether it may be a key without a preceding comma: it is in quotes, or starts a line. */
  let isApart = false;
  const tokens = new RegExp(TOKENS);
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    check?.();
    const [token] = match;
    const frame = frames.at(-1);
    if (token === "/*") {
      const close = text.indexOf("*/", tokens.lastIndex);
      tokens.lastIndex = close === -1 ? text.length : close + 2;
    } else if (token.startsWith("//")) continue;
    else if (token === ":") {
      if (frame?.isObject && frame.current !== -1 && frame.values > 1 && isApart)
        ended(entries, frame, before);
      if (frame?.isObject && frame.current === -1) opened(entries, frame, { word, start: wordAt });
    } else if (token === ",") {
      if (frame) ended(entries, frame, end);
    } else if (token === "}" || token === "]") {
      if (frame) ended(entries, frame, end);
      frames.pop();
      end = tokens.lastIndex;
      if (frames.length === 0) break;
    } else {
      const list = frame && !frame.isObject && frame.isFresh ? entries[frame.entry] : undefined;
      if (list) list.count++;
      if (frame) Object.assign(frame, { isFresh: false, values: frame.values + 1 });
      isApart = /^["']/.test(token) || text.slice(end, match.index).includes("\n");
      [before, end] = [end, tokens.lastIndex];
      if (token === "{" || token === "[") frames.push(frameOf(token === "{", frame, frames.length));
      else [word, wordAt] = [token, match.index];
      // The file consists of a single string or number.
      if (frames.length === 0) break;
    }
  }
  for (const frame of frames.reverse()) ended(entries, frame, end);
  for (const entry of entries) entry.end = Math.max(entry.end, entry.start);
  return entries;
}

function frameOf(isObject: boolean, around: Frame | undefined, depth: number): Frame {
  const isListed = isObject && depth < SIDECAR_LIMITS.keyDepth && (around?.isListed ?? true);
  return { isObject, entry: around?.current ?? -1, isListed, isFresh: true, current: -1, values: 0 };
}

/** Stands for an object whose value is being read and whose key is not an entry. */
const UNNAMED = -2;

function opened(
  entries: OpenEntry[],
  frame: Frame,
  { word, start }: { readonly word: string; readonly start: number },
): void {
  const around = entries[frame.entry];
  if (around) Object.assign(around, { count: around.count + 1, unit: "keys" });
  const name = unquoted(word);
  frame.current = UNNAMED;
  frame.values = 0;
  if (!frame.isListed || name === "" || name.length > SIDECAR_LIMITS.nameChars) return;
  entries.push({
    name,
    scope: [],
    kind: "property",
    parent: frame.entry,
    start,
    end: start,
    count: 0,
    unit: "items",
  });
  frame.current = entries.length - 1;
}

function ended(entries: OpenEntry[], frame: Frame, end: number): void {
  const entry = entries[frame.current];
  if (entry) entry.end = end;
  frame.isFresh = true;
  frame.current = -1;
}

function unquoted(word: string): string {
  if (!/^["']/.test(word)) return word;
  try {
    return String(JSON.parse(word));
  } catch {
    return word.replace(/^["']|["']$/g, "");
  }
}
