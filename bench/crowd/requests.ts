/**
 * Random requests of sessions while others edit: mostly searches and reads, sometimes the state or a sync.
 */
import { join } from "node:path";
import { type Random, below, oneOf } from "../support/random.ts";
import type { Known } from "./allowed.ts";
import { type Editor, SETTLED_FOLDER } from "./editor.ts";
import type { Request } from "./exchange.ts";
import { COMMON_NAME, type Version, WORDS } from "./versions.ts";

/** A request and the name it is counted under. */
export interface Plan extends Request {
  readonly kind: string;
  /**
   * A version that a search has to find, unless the answer says that it did not check for changes, or the
   * version changes meanwhile.
   */
  readonly saved?: { readonly path: string; readonly version: Version };
}

/** A plan that a command executes. */
export interface Command extends Plan {
  readonly words: readonly string[];
}

export interface Choices {
  readonly known: Known;
  readonly editor: Editor;
  readonly random: Random;
}

/** Frequencies in percent. */
const SHARES: readonly (readonly [(choices: Choices) => Plan, number])[] = [
  [grouped, 22],
  [raw, 22],
  [justSaved, 10],
  [outline, 12],
  [lines, 8],
  [annotated, 8],
  [symbolOfFile, 7],
  [commonSymbol, 1],
  [status, 4],
  [sync, 4],
  [list, 2],
];

export function anyRequest(choices: Choices): Plan {
  let share = below(100, choices.random);
  const [plan] = SHARES.find(([, size]) => (share -= size) < 0) ?? [status];
  return plan(choices);
}

/** A random command. Commands find the codebase by their working directory. */
export function anyCommand(choices: Choices): Command {
  const question = questionOf(choices);
  return oneOf<Command>(
    [
      {
        kind: "command search",
        tool: "search_codebase",
        args: { path: choices.known.root },
        words: [
          "search",
          question,
          "--limit",
          "10",
          ...oneOf<string[]>([[], ["--raw"], ["--scope", "mixed"]], choices.random),
        ],
      },
      { kind: "command sync", tool: "manage_index", args: { action: "sync" }, words: ["sync"] },
      { kind: "command status", tool: "manage_index", args: { action: "status" }, words: ["status"] },
    ],
    choices.random,
  );
}

function grouped(choices: Choices): Plan {
  const { known, random } = choices;
  const path = random() < 0.1 ? join(known.root, SETTLED_FOLDER) : known.root;
  const budget = random() < 0.2 ? { maxTokens: 500 + below(4_000, random) } : {};
  const args = {
    path,
    query: questionOf(choices),
    groupBy: oneOf(["symbol", "file"], random),
    limit: 1 + below(30, random),
    rankingMode: oneOf(["default", "auto_changed_first"], random),
    ...budget,
  };
  return { kind: "search grouped", tool: "search_codebase", args };
}

function raw(choices: Choices): Plan {
  return {
    kind: "search raw",
    tool: "search_codebase",
    args: {
      path: choices.known.root,
      query: questionOf(choices),
      resultMode: "raw",
      scope: "mixed",
      limit: 1 + below(50, choices.random),
    },
  };
}

/** Saves a file and searches for it: an index that claims to be current has to contain it. */
function justSaved({ known, editor }: Choices): Plan {
  const saved = editor.rewrite();
  const query = `path:${saved.path} ${saved.version.tag}`;
  return {
    kind: "search of what was just saved",
    tool: "search_codebase",
    args: { path: known.root, query, resultMode: "raw", scope: "mixed" },
    saved,
  };
}

function outline(choices: Choices): Plan {
  const { path } = anyFile(choices);
  return { kind: "outline", tool: "file_outline", args: { path: choices.known.root, file: path } };
}

function lines(choices: Choices): Plan {
  const { path, version } = anyFile(choices);
  const start = 1 + below(version.lines.length, choices.random);
  return {
    kind: "read lines",
    tool: "read_file",
    args: {
      path: join(choices.known.root, path),
      start_line: start,
      end_line: start + below(40, choices.random),
    },
  };
}

function annotated(choices: Choices): Plan {
  return {
    kind: "read annotated",
    tool: "read_file",
    args: { path: join(choices.known.root, anyFile(choices).path), mode: "annotated" },
  };
}

function symbolOfFile(choices: Choices): Plan {
  const { path, version } = anyFile(choices);
  const name = version.names[below(version.names.length, choices.random)];
  return {
    kind: "open symbol",
    tool: "read_file",
    args: { path: join(choices.known.root, path), open_symbol: name },
  };
}

function commonSymbol({ known }: Choices): Plan {
  return {
    kind: "open a symbol of many files",
    tool: "read_file",
    args: { path: known.root, open_symbol: COMMON_NAME },
  };
}

function status({ known }: Choices): Plan {
  return { kind: "status", tool: "manage_index", args: { action: "status", path: known.root } };
}

function sync({ known }: Choices): Plan {
  return { kind: "sync", tool: "manage_index", args: { action: "sync", path: known.root } };
}

function list(): Plan {
  return { kind: "list", tool: "list_codebases", args: {} };
}

function questionOf(choices: Choices): string {
  const { random } = choices;
  const { version } = anyFile(choices);
  const words = `${oneOf(WORDS, random)} the ${oneOf(WORDS, random)} of depot ${below(300, random)}`;
  return oneOf([words, version.names[0] ?? words, version.tag], random);
}

function anyFile({ known: { history }, random }: Choices): {
  readonly path: string;
  readonly version: Version;
} {
  for (;;) {
    const { paths } = history;
    const path = paths[below(paths.length, random)] ?? "";
    const version = history.current(path);
    if (version) return { path, version };
  }
}
