/** Findings: how to create them, and the order of a report. Pure. */
import {
  DOCTOR_CHECK_IDS,
  type DoctorCheckId,
  type DoctorFinding,
  type DoctorReport,
} from "@satori/contracts";
import { compareText } from "../model/paths.ts";
import type { Secret } from "../secret.ts";

export interface FindingInput {
  readonly id: DoctorCheckId;
  readonly subject?: string | null;
  readonly found: string;
}

export interface StoreCheckOptions {
  /** Whether services may be contacted. */
  readonly isOnline: boolean;
  readonly signal: AbortSignal;
}

/** Findings with ids `store.…` and the store's name as subject. Never throws, except `CANCELLED`. */
export interface StoreChecks {
  check(options: StoreCheckOptions): Promise<readonly DoctorFinding[]>;
}

export function fine({ id, subject = null, found }: FindingInput): DoctorFinding {
  return { id, level: "ok", subject, found, fix: null };
}

export function warning({
  id,
  subject = null,
  found,
  fix,
}: FindingInput & { readonly fix: string }): DoctorFinding {
  return { id, level: "warning", subject, found, fix };
}

export function problem({
  id,
  subject = null,
  found,
  fix,
}: FindingInput & { readonly fix: string }): DoctorFinding {
  return { id, level: "error", subject, found, fix };
}

/**
 * Builds the report: findings sorted by check, in the order of the checks' table, then by subject. Secrets
 * are removed, wherever they come from.
 */
export function reportOf(findings: readonly DoctorFinding[], secrets: readonly Secret[]): DoctorReport {
  const place = (finding: DoctorFinding): number => DOCTOR_CHECK_IDS.indexOf(finding.id);
  const sorted = [...findings].sort(
    (left, right) => place(left) - place(right) || compareText(left.subject ?? "", right.subject ?? ""),
  );
  const count = (level: DoctorFinding["level"]): number =>
    findings.filter((finding) => finding.level === level).length;
  const clean = (text: string): string =>
    secrets.reduce((rest, secret) => secret.struckFrom(rest), text).replace(/\s*\n\s*/g, " ");
  return {
    findings: sorted.map((finding) => ({
      ...finding,
      found: clean(finding.found),
      fix: finding.fix === null ? null : clean(finding.fix),
    })),
    summary: { ok: count("ok"), warnings: count("warning"), errors: count("error") },
  };
}

/** A path, quoted for a shell. */
export function quoted(path: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(path) ? path : `"${path.replace(/(["$`])/g, "\\$1")}"`;
}
