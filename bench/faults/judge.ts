/**
 * Which states are allowed after a fault, given the state before it and what the operation reported. Pure.
 */
import type { ManageIndexOutput } from "@satori/contracts";
import type { IndexContent, Observation } from "../kill/observe.ts";
import { judgeRepaired } from "../kill/judge.ts";
import { type Operation, VERDICTS, type Verdict } from "./cases.ts";
import type { GivenAnswer } from "./operate.ts";

/** Contents and answers of the indexes that cases begin with. */
export interface Truth {
  readonly old: Known;
  /** The index of the current tree. */
  readonly current: Known;
}

type Known = IndexContent & { readonly answers: readonly string[] };

/** What an operation reported. */
export interface Told {
  /** Whether it reported complete success. */
  readonly isDone: boolean;
  readonly failures: readonly string[];
  /** Answers to searches. */
  readonly answers: readonly GivenAnswer[];
  /** Whether a power failure followed. */
  readonly survivesPowerLoss: boolean;
}

export interface Finding {
  readonly verdict: Verdict;
  readonly detail: string;
}

interface Context {
  readonly operation: Operation;
  readonly truth: Truth;
  readonly told: Told;
}

/** The most severe finding. */
export function worst(findings: readonly Finding[]): Finding {
  return (
    [...findings].sort(
      (left, right) => VERDICTS.indexOf(right.verdict) - VERDICTS.indexOf(left.verdict),
    )[0] ?? { verdict: "kept", detail: "" }
  );
}

/** Searches have to answer correctly, or report that they cannot. */
export function judgeTold({ truth, told }: Context): Finding {
  const strange = strangeAnswer(told.answers, truth);
  if (strange)
    return { verdict: "SILENT", detail: `a search answers ok, but otherwise: ${strange.text.slice(0, 600)}` };
  const isDamage = told.failures.find((text) => text.includes("STORE_CORRUPT"));
  if (isDamage !== undefined)
    return { verdict: "FALSE DAMAGE", detail: `a sound index is called damaged: ${isDamage.slice(0, 300)}` };
  return {
    verdict: told.failures.length > 0 ? "told" : "kept",
    detail: told.failures.join("; ").slice(0, 300),
  };
}

/**
 * An answer for the current tree is correct; one for the previous tree too, if it says that it may be behind.
 */
function strangeAnswer(answers: readonly GivenAnswer[], { old, current }: Truth): GivenAnswer | undefined {
  return answers.find(
    ({ status, text, mayBeBehind }, at) =>
      status === "ok" && text !== current.answers[at] && !(mayBeBehind && text === old.answers[at]),
  );
}

/**
 * Judges later searches in the same process, without faults: if there was an index all along, they have to be
 * correct.
 */
export function judgeAgain({
  operation,
  truth,
  told,
  answers,
}: Context & { readonly answers: readonly GivenAnswer[] }): Finding {
  const strange = strangeAnswer(answers, truth);
  if (strange)
    return {
      verdict: "SILENT",
      detail: `a search of the same process answers ok afterwards, but otherwise: ${strange.text.slice(0, 600)}`,
    };
  const refused = answers.find(({ status }) => status !== "ok");
  if (!refused) return { verdict: "kept", detail: "" };
  if (operation === "create" || operation === "clear") return { verdict: "told", detail: "" };
  return {
    verdict: refused.text.includes("STORE_CORRUPT") ? "FALSE DAMAGE" : "STUCK",
    detail:
      `a search of the same process is refused afterwards: ${refused.text.slice(0, 400)} ` +
      `(${told.failures.join("; ").slice(0, 300)})`,
  };
}

/** Judges what another process finds afterwards, without faults. */
export function judgeAfter({
  operation,
  truth,
  told,
  after,
}: Context & { readonly after: Observation }): Finding {
  const { content, state, problems, failedRunId } = after;
  const find = (verdict: Verdict, detail: string): Finding => ({
    verdict,
    detail:
      `another process finds ${detail} (state ${state}${failedRunId === null ? "" : ", a run failed"}; ` +
      `${told.failures.join("; ").slice(0, 300)})`,
  });
  const begun =
    operation === "create"
      ? null
      : operation === "clear" || operation === "search"
        ? truth.current
        : truth.old;
  if (!content) {
    if (problems.some((problem) => problem.includes("integrity_check") || problem.includes("cannot be read")))
      return find("SILENT", `a destroyed file: ${problems.join("; ")}`);
    const isRight =
      operation === "clear"
        ? state === "not_found"
        : operation === "create" &&
          (state === "indexfailed" || told.failures.length > 0 || told.survivesPowerLoss);
    if (isRight && problems.length === 0) return find("told", "no index");
    if (isRight) return find("SILENT", `contradictions: ${problems.join("; ")}`);
    return state === "indexfailed"
      ? find("FALSE DAMAGE", `a sound index that counts as damaged: ${problems.join("; ")}`)
      : find("LOST", `no index: ${problems.join("; ")}`);
  }
  if (problems.length > 0) return find("SILENT", `contradictions: ${problems.join("; ")}`);
  const isNew = content.digest === truth.current.digest;
  // A power failure may lose the last writes of a sync: the next comparison with the disk finds the same
  // changes again.
  const isSyncing = operation === "sync" || operation === "search edited";
  const isOld = begun !== null && content.digest === begun.digest;
  if (operation === "clear" && told.isDone && !told.survivesPowerLoss)
    return find("SILENT", "an index that was said to be removed");
  if (!isNew && !isOld) {
    // The next sync or search completes it.
    const isHalfSynced = isSyncing && content.merkleRoot === null;
    return isHalfSynced
      ? find("told", "half a sync")
      : find(
          "SILENT",
          `an index that is neither the one before nor the new one, Merkle root ${content.merkleRoot}`,
        );
  }
  const mustBeNew =
    told.isDone && operation !== "clear" && failedRunId === null && !(isSyncing && told.survivesPowerLoss);
  if (mustBeNew && !isNew)
    return find("SILENT", "the index before, though the operation was said to be done");
  return { verdict: told.failures.length > 0 || failedRunId !== null ? "told" : "kept", detail: "" };
}

/** The next action has to restore a complete index. */
export function judgeNext({
  action,
  answer,
  after,
  fresh,
}: {
  readonly action: "sync" | "create";
  readonly answer: ManageIndexOutput;
  readonly after: Observation;
  readonly fresh: IndexContent;
}): Finding {
  const violations = [
    ...(answer.status === "ok" ? [] : [JSON.stringify(answer)]),
    ...judgeRepaired(after, fresh, action === "sync" ? "sync" : "run"),
  ];
  return violations.length === 0
    ? { verdict: "kept", detail: "" }
    : {
        verdict: "STUCK",
        detail: `afterwards ${action} does not lead to a whole index: ${violations.join("; ").slice(0, 600)}`,
      };
}
