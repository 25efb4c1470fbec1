/**
 * Reads the frames of a stack trace, or the locations in the output of a failing test. Pure.
 *
 * Forms: Python (also pytest's), JavaScript and TypeScript, Java and other JVM languages, C#, Ruby, PHP, Go,
 * Rust, C and C++ (gdb, sanitizers), and `path:line` as compilers write it.
 */
import { type WrittenLocation, locationsIn } from "../search/parse/mentions.ts";
import { sharedParts } from "../model/paths.ts";

/** A frame as written. */
export interface WrittenFrame {
  /** With `/` as separator; of another machine, maybe. */
  readonly path: string;
  readonly line: number;
  /** The plain name of the function; null if the frame names none. */
  readonly name: string | null;
}

/** Traces that end with the frame where the error happened: Python's, and reports of pytest. */
const LAST_FIRST = /most recent call last|^\S+\.py:\d+: (?:in \w|\w*(?:Error|Exception|Failed)\b)/im;

/** The frames nearest to the error first, without duplicates. Never throws. */
export function framesIn(trace: string): WrittenFrame[] {
  const frames = new Map<string, WrittenFrame>();
  for (const location of locationsIn(trace)) {
    const { path, line } = location;
    if (line === null || !Number.isSafeInteger(line)) continue;
    const frame = { path, line, name: plainName(location.name ?? nameAround(trace, location)) };
    const key = `${path} ${line}`;
    // Deep recursion repeats frames: the one nearest to the error counts.
    frames.delete(key);
    frames.set(key, frame);
  }
  const inOrder = [...frames.values()];
  return LAST_FIRST.test(trace) ? inOrder.reverse() : inOrder;
}

/** The function of a frame whose form has it on the line above (Go, Rust), before or after the location. */
function nameAround(trace: string, { start, end }: WrittenLocation): string | null {
  const lineStart = trace.lastIndexOf("\n", start - 1) + 1;
  const before = trace.slice(Math.max(lineStart, start - MAX_LINE_CHARS), start);
  const after = trace.slice(end, end + MAX_LINE_CHARS);
  const above = trace.slice(Math.max(0, lineStart - MAX_LINE_CHARS), Math.max(0, lineStart - 1));
  const lineAbove = above.slice(above.lastIndexOf("\n") + 1);
  return (
    // pytest: app/run.py:12: in run
    /^: in ([\w.<>]+)/.exec(after)?.[1] ??
    // gdb: #1  0x0000 in run (x=1) at run.c:12; sanitizers: #1 0x0000 in run run.c:12:3
    /\b(?:in |0x[0-9a-fA-F]+: |#\d+ +)([\w:~]+) ?(?:\([^()]*\) ?(?:at )?|\()?$/.exec(before)?.[1] ??
    // perf, gdb in short: 5 run.constprop.0  at src/run.c:12
    /^\s*#?\d+:? +([\w:~]+)[\w.]* +$/.exec(before)?.[1] ??
    (before.trim() === "" || /^\s*at $/.test(before) ? nameOnLine(lineAbove) : null)
  );
}

const MAX_LINE_CHARS = 500;

function nameOnLine(line: string): string | null {
  // Rust:   3: app::run::h0123456789abcdef
  const rust = /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?([\w:<>$ ]+?)(?:::h[0-9a-f]{16})?\s*$/.exec(line)?.[1];
  return rust ?? goFunction(line);
}

/** `example.org/app.(*Server).run(0xc000012, 0x1)` → `run`. */
function goFunction(line: string): string | null {
  const call = line.replace(/^created by /, "").replace(/ in goroutine \d+$/, "");
  const callee = call.endsWith(")") ? call.slice(0, call.lastIndexOf("(")) : call;
  return callee === "" || /\s/.test(callee) ? null : (callee.split(/\W/).at(-1) ?? null);
}

/** `Acme\Server->start`, `block in Server#start` and `Server.start` → `start`; null without a name. */
function plainName(written: string | null): string | null {
  if (written === null) return null;
  const last = written
    .replace(/^.* in /, "")
    .split(/::|->|\.|#|\\|\//)
    .at(-1);
  return last !== undefined && /^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(last) ? last : null;
}

/** Files that a frame may mean; more of one name say nothing. */
const MAX_FILES = 3;

/**
 * Finds files by the ends of their paths, since traces have paths of other machines and of installed
 * packages. A single common part counts only if one of the two paths has no other.
 */
export class FilesBySuffix {
  private readonly byName = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const same = this.byName.get(name);
      if (same) same.push(path);
      else this.byName.set(name, [path]);
    }
  }

  /** The files with most parts in common, in the order of the paths; none if they are too many. */
  matching(written: string): readonly string[] {
    const parts = partsOf(written);
    let [most, found]: [number, string[]] = [0, []];
    for (const path of this.byName.get(parts.at(-1) ?? "") ?? []) {
      const own = path.split("/");
      const shared = sharedParts(parts, own);
      if (shared < Math.min(2, own.length, parts.length) || shared < most) continue;
      if (shared > most) [most, found] = [shared, []];
      found.push(path);
    }
    return found.length > MAX_FILES ? [] : found;
  }
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
}
