/** Lets a tool answer about a commit: it gets the commit's codebase in place of the one on disk. */
import type { CallOf, ToolName, ToolOutput } from "@satori/contracts";
import type { Codebase } from "./codebase/codebase.ts";
import type { GateOpen } from "./codebase/gate.ts";
import type { Codebases, Target } from "./codebase/home/registry.ts";
import { type Freshness, UP_TO_DATE } from "./model/staleness.ts";

/** Tools whose next calls can be about a commit. */
const VERSIONED = [
  "search_codebase",
  "file_outline",
  "call_graph",
  "read_file",
  "manage_index",
] as const satisfies readonly ToolName[];

/** Digits of a commit's id in next calls; git itself shortens ids to 7 to 12. */
const SHORT_ID = 12;

/** The codebases, with a commit in place of the files on disk of the same root. */
export function atVersion(codebases: Codebases, version: Codebase): Codebases {
  const replaced = (target: Target): Target =>
    target.codebase.root === version.root ? { ...target, codebase: version } : target;
  return {
    at: (root) => (root === version.root ? version : codebases.at(root)),
    atCommit: (root, commit) => codebases.atCommit(root, commit),
    commitsOf: (root) => codebases.commitsOf(root),
    tracked: () => codebases.tracked(),
    covering: (path, baseFolder) => replaced(codebases.covering(path, baseFolder)),
    named: (path, baseFolder) => replaced(codebases.named(path, baseFolder)),
    listed: (path, baseFolder) => replaced(codebases.listed(path, baseFolder)),
    dropReplaced: () => codebases.dropReplaced(),
    replacements: () => codebases.replacements(),
    close: () => codebases.close(),
  };
}

/** A commit never changes, so that its index is always fresh. */
export function freshVersion({ head }: GateOpen): Freshness {
  return { decision: { mode: "fresh", checkedAt: head.syncedAt }, ...UP_TO_DATE };
}

/** The answer with the commit that it stands on, which its next calls name as well. */
export function withCommit<Tool extends ToolName>(
  answer: ToolOutput<Tool>,
  commit: string,
): ToolOutput<Tool> {
  if (!("tool" in answer) || answer.status === "error") return answer;
  const { meta, ...rest } = withRefs(answer, commit.slice(0, SHORT_ID)) as unknown as {
    readonly meta: object;
  };
  // The compiler does not see that `commit` is a field of all these answers.
  return { ...rest, commit, meta } as unknown as ToolOutput<Tool>;
}

/** Adds `ref` to the arguments of every call in a value. */
function withRefs(value: unknown, ref: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, ref));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withRefs(each, ref)]));
  if (!isVersionedCall(fields)) return fields;
  return { ...fields, args: { ...fields.args, ref } };
}

function isVersionedCall(
  fields: Readonly<Record<string, unknown>>,
): fields is CallOf<"read_file"> & typeof fields {
  return (
    VERSIONED.some((tool) => tool === fields["tool"]) &&
    typeof fields["args"] === "object" &&
    fields["args"] !== null
  );
}
