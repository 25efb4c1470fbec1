/** What may be found after a fault, given what was there before and what the operation said. Pure. */
import type { ManageIndexOutput } from "@satori/contracts";
import type { IndexContent, Observation } from "../kill/observe.ts";
import { judgeRepaired } from "../kill/judge.ts";
import { type Operation, VERDICTS, type Verdict } from "./cases.ts";
import type { GivenAnswer } from "./operate.ts";

/** What the indexes hold that cases begin with, and what they answer. */
export interface Truth {
  readonly old: Known;
  /** Of the tree as it is. */
  readonly current: Known;
}

type Known = IndexContent & { readonly answers: readonly string[] };

/** What an operation said. */
export interface Told {
  /** It said that it did all that it was to do; of a build, that it began. */
  readonly isDone: boolean;
  readonly failures: readonly string[];
  /** Of searches. */
  readonly answers: readonly GivenAnswer[];
  /** The disk was without power since. */
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

/** The finding that weighs most. */
export function worst(findings: readonly Finding[]): Finding {
  return [...findings].sort((left, right) => VERDICTS.indexOf(right.verdict) - VERDICTS.indexOf(left.verdict))[0] ?? { verdict: "kept", detail: "" };
}

/** Searches give the right answer, or say that they cannot. */
export function judgeTold({ operation, truth, told }: Context): Finding {
  const strange = told.answers.find(({ status, text, mayBeBehind }, at) => {
    const isOld = operation === "search edited" && mayBeBehind;
    return status === "ok" && text !== truth.current.answers[at] && !(isOld && text === truth.old.answers[at]);
  });
  if (strange) return { verdict: "SILENT", detail: `a search answers ok, but otherwise: ${strange.text.slice(0, 600)}` };
  const isDamage = told.failures.find((text) => text.includes("STORE_CORRUPT"));
  if (isDamage !== undefined) return { verdict: "FALSE DAMAGE", detail: `a sound index is called damaged: ${isDamage.slice(0, 300)}` };
  return { verdict: told.failures.length > 0 ? "told" : "kept", detail: told.failures.join("; ").slice(0, 300) };
}

/** What is found afterwards, without faults. @param seenBy whoever looks, for the report */
export function judgeAfter({ operation, truth, told, after, seenBy }: Context & { readonly after: Observation; readonly seenBy: string }): Finding {
  const { content, state, problems, failedRunId } = after;
  const find = (verdict: Verdict, detail: string): Finding => ({ verdict, detail: `${seenBy} finds ${detail} (state ${state}${failedRunId === null ? "" : ", a run failed"}; ${told.failures.join("; ").slice(0, 300)})` });
  const begun = operation === "create" ? null : operation === "clear" || operation === "search" ? truth.current : truth.old;
  if (!content) {
    if (problems.some((problem) => problem.includes("integrity_check") || problem.includes("cannot be read"))) return find("SILENT", `a destroyed file: ${problems.join("; ")}`);
    const isRight = operation === "clear" ? state === "not_found" : operation === "create" && (state === "indexfailed" || told.failures.length > 0 || told.survivesPowerLoss);
    if (isRight && problems.length === 0) return find("told", "no index");
    if (isRight) return find("SILENT", `contradictions: ${problems.join("; ")}`);
    return state === "indexfailed" ? find("FALSE DAMAGE", `a sound index that counts as damaged: ${problems.join("; ")}`) : find("LOST", `no index: ${problems.join("; ")}`);
  }
  if (problems.length > 0) return find("SILENT", `contradictions: ${problems.join("; ")}`);
  const isNew = content.digest === truth.current.digest;
  const isOld = begun !== null && content.digest === begun.digest;
  if (operation === "clear" && told.isDone && !told.survivesPowerLoss) return find("SILENT", "an index that was said to be removed");
  if (!isNew && !isOld) {
    // The next sync or search finishes it.
    const isHalfSynced = (operation === "sync" || operation === "search edited") && content.merkleRoot === null;
    return isHalfSynced ? find("told", "half a sync") : find("SILENT", `an index that is neither the one before nor the new one, Merkle root ${content.merkleRoot}`);
  }
  const mustBeNew = told.isDone && operation !== "clear" && failedRunId === null && !(operation === "sync" && told.survivesPowerLoss);
  if (mustBeNew && !isNew) return find("SILENT", "the index before, though the operation was said to be done");
  return { verdict: told.failures.length > 0 || failedRunId !== null ? "told" : "kept", detail: "" };
}

/** What comes next brings back a whole index. */
export function judgeNext({ action, answer, after, fresh }: { readonly action: "sync" | "create"; readonly answer: ManageIndexOutput; readonly after: Observation; readonly fresh: IndexContent }): Finding {
  const violations = [...(answer.status === "ok" ? [] : [JSON.stringify(answer)]), ...judgeRepaired(after, fresh, action === "sync" ? "sync" : "run")];
  return violations.length === 0 ? { verdict: "kept", detail: "" } : { verdict: "STUCK", detail: `afterwards ${action} does not lead to a whole index: ${violations.join("; ").slice(0, 600)}` };
}
