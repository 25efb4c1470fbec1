/** The command `why`: which rule includes or excludes a path, and what else may keep it out of the index. */
import { type Dirent, type Stats, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SkipCause } from "@satori/contracts";
import type { Setback } from "@satori/engine";
import { type CodebaseFile, linkStats, locateInCodebase } from "../codebase.ts";
import type { Answer, CommandContext, CommandSpec } from "../command.ts";
import { commandEnvelope } from "../failure.ts";
import { parseFileOperand } from "../file-operand.ts";
import { type Explanation, renderWhy } from "../render/why.ts";
import { type Session, localOf } from "../session.ts";

type Asked = Pick<CodebaseFile, "root" | "file">;

export const why: CommandSpec = {
  usage: "why <path>",
  tool: null,
  summary: "Explain why a file is in the index or not.",
  examples: ["satori why dist/app.js", "satori why .env --json"],
  run: runWhy,
};

async function runWhy(context: CommandContext, [operand = ""]: readonly string[]): Promise<Answer> {
  const startedMs = performance.now();
  const session = await context.session();
  const place = locateInCodebase(parseFileOperand(operand, session.places).path, session);
  const explanation = await explain(session, place);
  return {
    envelope: commandEnvelope("why", explanation, Math.round(performance.now() - startedMs)),
    text: renderWhy(explanation, session.cwd),
  };
}

async function explain(session: Session, { root, file }: Asked): Promise<Explanation> {
  const path = join(root, file);
  const stats = linkStats(path);
  const nameless = namelessEntry(root, file);
  const found = foundAs(stats ?? nameless);
  // The engine would judge the target of a link; the index skips the link itself, wherever it leads.
  const verdict =
    found === "link"
      ? { ignored: false, isReached: true, rule: null, secret: null, ignoredFolder: null, problems: [] }
      : await localOf(session, "why").engine.why(path, root);
  const { isIndexed, parsing } = await inIndex(session, { root, file });
  const setbacks =
    isIndexed === true && found === "file" ? await setbacksIn(session, { root, file }, stats) : [];
  const isLeftOut = isIndexed === false && found === "file" && !verdict.ignored;
  const cause = nameless
    ? "invalid_name"
    : !verdict.isReached && !verdict.ignored && isIndexed !== true
      ? "unreadable"
      : isLeftOut
        ? await skipCause(session, { root, file }, stats?.size ?? 0)
        : null;
  return {
    path,
    root,
    file,
    found,
    ignored: verdict.ignored,
    rule: verdict.rule,
    secret: verdict.secret,
    ignoredFolder: verdict.ignoredFolder,
    problems: verdict.problems,
    isIndexed,
    parsing,
    cause,
    leadsTo: found === "link" ? (await import("@satori/engine")).linkTarget(root, file) : null,
    setbacks,
  };
}

/**
 * The directory entry of a path whose name is not UTF-8. Such a file cannot be opened by name: arguments and
 * folder listings contain `\ufffd` for the invalid bytes. For a path below such a folder, the folder's entry.
 * Null if there is none.
 */
function namelessEntry(root: string, file: string): Dirent | null {
  const names = file.split("/");
  const at = names.findIndex((name) => name.includes("\ufffd"));
  if (at === -1) return null;
  try {
    return (
      readdirSync(join(root, ...names.slice(0, at)), { withFileTypes: true }).find(
        ({ name }) => name === names[at],
      ) ?? null
    );
  } catch {
    return null;
  }
}

function foundAs(stats: Stats | Dirent | null): Explanation["found"] {
  if (!stats) return "absent";
  if (stats.isSymbolicLink()) return "link";
  return stats.isDirectory() ? "folder" : stats.isFile() ? "file" : "special";
}

async function inIndex(
  { call }: Session,
  { root, file }: Asked,
): Promise<Pick<Explanation, "isIndexed" | "parsing">> {
  if (file === "") return { isIndexed: null, parsing: null };
  const { status, warnings = [] } = await call("file_outline", { path: root, file, limitSymbols: 1 });
  if (status === "ok" || status === "unsupported")
    return {
      isIndexed: true,
      parsing: warnings.includes("SYMBOL_METADATA_MISSING")
        ? "given_up"
        : warnings.includes("FILE_HAS_SYNTAX_ERRORS")
          ? "in_part"
          : status === "ok"
            ? "whole"
            : null,
    };
  return { isIndexed: status === "not_found" ? false : null, parsing: null };
}

/** What sets a file back in searches; empty if it cannot be read. */
async function setbacksIn(session: Session, { root, file }: Asked, stats: Stats | null): Promise<Setback[]> {
  if (!stats || stats.size > localOf(session, "why").config.maxFileBytes) return [];
  const { setbacksOf } = await import("@satori/engine");
  try {
    return setbacksOf(file, readFileSync(join(root, file)));
  } catch {
    return [];
  }
}

/** Why a file that no rule ignores was skipped; null if that is unknown. */
async function skipCause(
  session: Session,
  { root, file }: Asked,
  sizeBytes: number,
): Promise<SkipCause | null> {
  if (sizeBytes > localOf(session, "why").config.maxFileBytes) return "too_large";
  const status = await session.call("manage_index", { action: "status", path: root });
  const skipped = "index" in status ? (status.index?.skipped ?? []) : [];
  return skipped.find(({ examples }) => examples.includes(file))?.cause ?? null;
}
