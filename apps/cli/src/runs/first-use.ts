/** Tool calls that need an index: builds one on first use, and waits for a run of another process. */
import { type EnvelopeToolName, type ManageIndexOutput, type ToolOutput, failure } from "@satori/contracts";
import { isRepository } from "../codebase.ts";
import type { CommandContext } from "../command.ts";
import type { Session } from "../session.ts";
import { ProgressLine } from "../terminal/progress-line.ts";
import { buildIndex } from "./build.ts";
import { waitForOthers } from "./wait-for-others.ts";

export interface IndexedCall<Tool extends EnvelopeToolName> {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** The folder to index if no index answers; null: none. */
  readonly root: string | null;
}

/** The tool's answer, or its failure with the reason why no index can answer. */
export async function callWithIndex<Tool extends EnvelopeToolName>(
  context: CommandContext,
  session: Session,
  { tool, args, root }: IndexedCall<Tool>,
): Promise<ToolOutput<Tool>> {
  let buildable = root;
  for (;;) {
    using progress = new ProgressLine({
      terminal: context.terminal,
      isQuiet: context.globals.quiet === true,
    });
    const answer = await session.call(tool, args, (phase, counts) => progress.update(phase, counts));
    if (answer.status === "not_ready") {
      await waitForOthers(session, String(args["path"]), progress);
      continue;
    }
    if (answer.status !== "not_indexed" || buildable === null || isAboveCodebases(session, buildable, answer))
      return answer;
    progress.end();
    const built = await buildIndex(context, session, { action: "create", path: buildable });
    if (built.status !== "ok") return withoutIndex(tool, args, built);
    buildable = null;
  }
}

/**
 * Whether a folder contains several codebases, usually chosen by mistake: indexing it would take as long as
 * all of them, and its index would answer for each of them that has none of its own. A repository is one
 * codebase, even if parts of it are indexed.
 */
function isAboveCodebases(
  { local }: Session,
  folder: string,
  { hints }: { readonly hints?: { readonly paths?: readonly string[] } },
): boolean {
  return local !== null && (hints?.paths ?? []).length > 0 && !isRepository(folder);
}

/** The failure is about the folder without an index, wherever the command was run. */
function withoutIndex<Tool extends EnvelopeToolName>(
  tool: Tool,
  { path }: IndexedCall<Tool>["args"],
  built: Exclude<ManageIndexOutput, { status: "ok" }>,
): ToolOutput<Tool> {
  const { code, message, details } =
    built.status === "error"
      ? built.error
      : { code: "INDEX_FAILED" as const, message: built.message, details: {} };
  return failure(
    tool,
    { code, message, details, echo: { path, effectiveRoot: built.effectiveRoot } },
    built.meta.durationMs,
  );
}
