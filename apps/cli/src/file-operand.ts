/** Parses operands that name files and lines, in the forms that this program, compilers and editors print. */
import { existsSync } from "node:fs";
import { locateFile } from "./codebase.ts";

/** 1-based, inclusive. */
export interface Lines {
  readonly start: number;
  /** Null if no end is given. */
  readonly end: number | null;
}

export interface FileOperand {
  readonly path: string;
  /** Null if no lines are given. */
  readonly lines: Lines | null;
}

const LINES = String.raw`(\d+)(?:-(\d+)?|:\d+)?:?`;
const ONLY_LINES = new RegExp(`^${LINES}$`);
const WITH_LINES = new RegExp(`^(.+?):(${LINES})$`, "s");

/**
 * Parses `FILE`, or `FILE:` with lines, unless a file with exactly that name exists.
 *
 * @param places folders that the file may be relative to, nearest first
 */
export function parseFileOperand(operand: string, places: readonly string[]): FileOperand {
  const whole = locateFile(operand, places);
  const [, file, rest = ""] = WITH_LINES.exec(operand) ?? [];
  if (file === undefined || existsSync(whole)) return { path: whole, lines: null };
  return { path: locateFile(file, places), lines: parseLines(rest) };
}

/**
 * Parses `10`, `10-40`, `10-`, `10:5` (line and column), each with an optional trailing colon. Null for
 * anything else.
 */
export function parseLines(text: string): Lines | null {
  const [, start, end] = ONLY_LINES.exec(text) ?? [];
  return start === undefined ? null : { start: Number(start), end: end === undefined ? null : Number(end) };
}
