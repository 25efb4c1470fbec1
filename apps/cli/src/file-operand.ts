/**
 * Files and lines of them as operands name them: in the forms in which this program, compilers and editors
 * print places.
 */
import { existsSync } from "node:fs";
import { locateFile } from "./codebase.ts";

/** 1-based, the last included. */
export interface Lines {
  readonly start: number;
  /** Null where none is named. */
  readonly end: number | null;
}

export interface FileOperand {
  readonly path: string;
  /** Null: none are named. */
  readonly lines: Lines | null;
}

const LINES = String.raw`(\d+)(?:-(\d+)?|:\d+)?:?`;
const ONLY_LINES = new RegExp(`^${LINES}$`);
const WITH_LINES = new RegExp(`^(.+?):(${LINES})$`, "s");

/**
 * `FILE`, or `FILE:` and lines, unless a file is called just that.
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
 * `10`, `10-40`, `10-`, `10:5` (a line and a column); each with a colon behind it as well. Null for anything
 * else.
 */
export function parseLines(text: string): Lines | null {
  const [, start, end] = ONLY_LINES.exec(text) ?? [];
  return start === undefined ? null : { start: Number(start), end: end === undefined ? null : Number(end) };
}
