/**
 * Which states are allowed after a process was killed during an operation, given the state before it. Pure.
 *
 * A rebuild leaves the previous index or the new one; a sync leaves something that the next sync completes; a
 * clear leaves the index or none. The codebase's state is one that the product's own transition table allows.
 */
import type { CodebaseState } from "@satori/contracts";
import { type CodebaseEvent, move } from "../../libs/engine/src/model/state.ts";
import type { IndexContent, Observation } from "./observe.ts";

/** The operation of the killed process, by the event that it causes. */
export type Deed = "start_create" | "start_forced_create" | "start_reindex" | "synced" | "cleared";

export interface Kill {
  readonly deed: Deed;
  readonly before: Observation;
  readonly after: Observation;
  /** Contents of a new index of the tree as it was at that time. */
  readonly fresh: IndexContent;
  /** Whether the operation had ended when the process was killed. */
  readonly hasEnded: boolean;
}

/**
 * When the process was killed, by what it left: before it changed anything, during the operation, or after
 * it.
 */
export type Hit = "before" | "during" | "after";

export interface Verdict {
  readonly hit: Hit;
  readonly violations: readonly string[];
}

export function judge(kill: Kill): Verdict {
  const { hit, violations } =
    kill.deed === "synced"
      ? judgeSync(kill)
      : kill.deed === "cleared"
        ? judgeClear(kill)
        : judgeRebuild(kill);
  return {
    hit,
    violations: [
      ...kill.after.problems,
      ...violations,
      ...unless(!kill.hasEnded || hit === "after", `it had ended, but what it did is not there (${hit})`),
    ],
  };
}

/** What has to hold after the next run, sync or search has ended normally. */
export function judgeRepaired(repaired: Observation, fresh: IndexContent, by: "run" | "sync"): string[] {
  const { state, problems, content, failedRunId, deadGenerations, names } = repaired;
  const leftovers = names.filter((name) => !/^(codebase\.json|index\.db(-wal|-shm)?|lock\.db)$/.test(name));
  return [
    ...problems,
    ...unless(
      content?.digest === fresh.digest,
      `the index is not what a new one of the tree is: ${difference(content, fresh)}`,
    ),
    ...unless(state === "indexed" || state === "sync_completed", `the state is ${state}`),
    ...unless(leftovers.length === 0, `files are left over: ${leftovers.join(", ")}`),
    ...(by === "run"
      ? [
          ...unless(failedRunId === null, `a run has completed, but ${failedRunId} still counts as failed`),
          ...unless(
            deadGenerations.length === 0,
            `tables of other runs are left over: ${deadGenerations.join(", ")}`,
          ),
        ]
      : []),
  ];
}

function judgeRebuild({ deed, before, after, fresh }: Kill): Verdict {
  const running = follow(before.state, deed);
  if (after.runId !== before.runId) {
    return {
      hit: "after",
      violations: [
        ...inState(after, [follow(running, "run_completed")]),
        ...unless(
          after.content?.digest === fresh.digest,
          `the new run is not what the tree holds: ${difference(after.content, fresh)}`,
        ),
        ...unless(
          after.failedRunId === null,
          `the run has completed, but ${after.failedRunId} counts as failed`,
        ),
      ],
    };
  }
  const hasBegun = after.failedRunId !== before.failedRunId;
  // The marker of the previous run is valid again, and so is the state that it implies.
  const died = before.content ? before.state : follow(running, "run_failed");
  return {
    hit: hasBegun ? "during" : "before",
    violations: [
      ...inState(after, [hasBegun ? died : before.state]),
      ...unless(
        after.content?.digest === before.content?.digest,
        `the index before it answers differently: ${difference(after.content, before.content)}`,
      ),
      ...unless(!hasBegun || after.failedRunId !== null, "the failure before it is forgotten"),
    ],
  };
}

function judgeSync({ before, after, fresh }: Kill): Verdict {
  const kept = [
    ...unless(after.runId === before.runId, "the run is another one"),
    ...unless(after.failedRunId === before.failedRunId, "another run counts as failed"),
  ];
  const { content } = after;
  if (content?.digest === fresh.digest)
    return {
      hit: "after",
      violations: [...kept, ...inState(after, [before.state, follow(before.state, "synced")])],
    };
  if (content?.digest === before.content?.digest)
    return { hit: "before", violations: [...kept, ...inState(after, [before.state])] };
  return {
    hit: "during",
    violations: [
      ...kept,
      ...inState(after, [before.state]),
      ...unless(content?.merkleRoot === null, `half a sync passes as whole: ${difference(content, fresh)}`),
      ...mixtureProblems(content, before.content, fresh),
    ],
  };
}

/** Half a sync has each file in its old or new version, and no file that is in neither. */
function mixtureProblems(
  mixed: IndexContent | null,
  before: IndexContent | null,
  fresh: IndexContent,
): string[] {
  const held = mixed?.files ?? new Map<string, string>();
  const old = before?.files ?? new Map<string, string>();
  const strange = [...held]
    .filter(([path, digest]) => digest !== old.get(path) && digest !== fresh.files.get(path))
    .map(([path]) => path);
  const lost = [...fresh.files.keys()].filter((path) => old.has(path) && !held.has(path));
  return [
    ...unless(
      strange.length === 0,
      `files are neither as they were nor as they are: ${strange.slice(0, 3).join(", ")}`,
    ),
    ...unless(lost.length === 0, `files that were and are there are missing: ${lost.slice(0, 3).join(", ")}`),
  ];
}

function judgeClear({ before, after }: Kill): Verdict {
  if (after.state === "not_found")
    return {
      hit: after.names.length === 0 ? "after" : "during",
      violations: [
        ...inState(after, [follow(before.state, "cleared")]),
        ...unless(after.content === null, "what was cleared answers"),
      ],
    };
  return {
    hit: "before",
    violations: [
      ...inState(after, [before.state]),
      ...unless(
        after.content?.digest === before.content?.digest,
        `the index is another one: ${difference(after.content, before.content)}`,
      ),
      ...unless(after.failedRunId === before.failedRunId, "another run counts as failed"),
    ],
  };
}

/** Throws if the transition table refuses the event, which is a bug of the experiment. */
function follow(state: CodebaseState, event: CodebaseEvent): CodebaseState {
  const next = move(state, event);
  if ("refused" in next) throw new Error(`${event} in state ${state}: ${next.refused}`);
  return next.to;
}

function inState({ state }: Observation, allowed: readonly CodebaseState[]): string[] {
  return unless(
    allowed.includes(state),
    `the state is ${state}, allowed is ${[...new Set(allowed)].join(" or ")}`,
  );
}

function difference(
  found: IndexContent | null | undefined,
  expected: IndexContent | null | undefined,
): string {
  if (!found || !expected)
    return `${found ? "an index" : "none"} instead of ${expected ? "an index" : "none"}`;
  const paths = [...new Set([...found.files.keys(), ...expected.files.keys()])]
    .filter((path) => found.files.get(path) !== expected.files.get(path))
    .sort();
  return (
    `${paths.length} files differ (${paths.slice(0, 3).join(", ")}), Merkle root ` +
    `${found.merkleRoot?.slice(0, 8)} instead of ${expected.merkleRoot?.slice(0, 8)}`
  );
}

function unless(isSo: boolean, problem: string): string[] {
  return isSo ? [] : [problem];
}
