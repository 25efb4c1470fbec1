/** Answers that need an index: one is built on first use, and a run of another process is waited for. */
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
  /** The folder that is indexed if no index answers; null: none is. */
  readonly root: string | null;
}

/** The tool's answer, or its failure with the reason why there is no index to answer from. */
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
 * A folder of projects, asked in by mistake as a rule: its index would take as long as all of them together,
 * and stand for each one below that has none of its own. What is a repository itself is one codebase,
 * whatever of it is indexed already.
 */
function isAboveCodebases(
  { local }: Session,
  folder: string,
  { hints }: { readonly hints?: { readonly paths?: readonly string[] } },
): boolean {
  return local !== null && (hints?.paths ?? []).length > 0 && !isRepository(folder);
}

/** It is about the folder that has no index, wherever the command was given. */
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
