/** Compilers' resolutions of a project's calls, as the reference that ours is compared to. */
import { execFileSync } from "node:child_process";

/** A call, as resolved by the compiler. */
export interface OracleSite {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Offset of the last name of the callee, in UTF-16 units. */
  readonly start: number;
  readonly kind: CallKind;
  /**
   * `file:line` of the names of all declarations that it may mean; empty if they are outside the project. For
   * constructors, the class that is constructed, whichever class declares the constructor.
   */
  readonly declarations: readonly string[];
}

/** In the order of the tables. */
export const CALL_KINDS = [
  "function",
  "method",
  "interface",
  "constructor",
  "property",
  "function type",
] as const;
/**
 * `property`: a member that is read or stored into without a call; only accessors are declarations.
 * `interface`: a method that is declared without a body. `function type`: a variable, parameter or member
 * that holds a function; the compiler knows its type, but the call reaches the function that it holds.
 */
export type CallKind = (typeof CALL_KINDS)[number];

export interface OracleAnswer {
  /** Files that the compiler has read: declarations in others cannot be compared. */
  readonly files: ReadonlySet<string>;
  readonly sites: readonly OracleSite[];
}

/** Parses a program's output in JSON lines: `{file}` for each file that it has read, and call sites. */
export function answerOf(lines: string): OracleAnswer {
  const files = new Set<string>();
  const sites: OracleSite[] = [];
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    const entry = JSON.parse(line) as { readonly file: string } | OracleSite;
    if ("start" in entry) sites.push(entry);
    else files.add(entry.file);
  }
  return { files, sites };
}

/** The same in the format of the programs. */
export function answerLines({ files, sites }: OracleAnswer): string {
  return [...[...files].map((file) => ({ file })), ...sites]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("");
}

const MAX_OUTPUT_BYTES = 2 ** 30;

/** Runs a program in a folder and returns its output. Throws if it fails. */
export function printedBy(
  [file = "", ...args]: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): string {
  return execFileSync(file, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
