/** Failures of services over HTTP, and how they are classified. Pure. */
import { firstChars } from "../first-chars.ts";

/**
 * Kinds of failures.
 *
 * - unauthorised: the key is missing or refused
 * - unknown_model: the service does not offer the model
 * - quota: used up, and waiting will not help soon
 * - rate_limited: too many requests at the moment
 * - too_large: a smaller request may succeed
 * - refused: any other problem with the request
 * - redirected: the service has another address
 * - unavailable: the service reports that it cannot answer
 * - unreachable: nobody answers
 * - timeout: no answer in time
 * - malformed: the answer has an unexpected form
 */
export type FailureKind =
  | "unauthorised"
  | "unknown_model"
  | "quota"
  | "rate_limited"
  | "too_large"
  | "refused"
  | "redirected"
  | "unavailable"
  | "unreachable"
  | "timeout"
  | "malformed";

/** A failed request to a service. */
export class ServiceFailure extends Error {
  override readonly name = "ServiceFailure";
  readonly kind: FailureKind;
  /** The service's message, shortened. May contain anything that was sent to it. */
  readonly detail: string;
  /** Delay before a retry that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, detail: string, retryAfterMs: number | null = null) {
    super(kind);
    this.kind = kind;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Failures that may be over at the next attempt. */
const PASSING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  "rate_limited",
  "unavailable",
  "unreachable",
  "timeout",
]);

/** Whether a further attempt may succeed. */
export function mayPass({ kind }: ServiceFailure): boolean {
  return PASSING.has(kind);
}

const DETAIL_CHARS = 300;
const ABOUT_QUOTA = /insufficient_quota|billing|credit|payment|per ?day/i;
const ABOUT_KEY = /api.?key|unauthori[sz]ed|authentication/i;
const ABOUT_MODEL =
  /model.{0,120}(not found|not exist|unknown|unsupported|not supported|invalid|not available)|(unknown|invalid|no such|unsupported) .{0,20}model/is;
const ABOUT_SIZE =
  /too (many|large|long|big)|batch.?size|maximum|max(imum)? allowed|at most|exceed|context length|token limit|limit of|max_/i;

/** An answer with an error status. */
export interface Refusal {
  readonly status: number;
  /** The answer's text, or its beginning. */
  readonly text: string;
  /** Value of the header `Retry-After`, or null. */
  readonly retryAfter: string | null;
  readonly nowMs: number;
}

/** Classifies an error response. */
export function failureOf({ status, text, retryAfter, nowMs }: Refusal): ServiceFailure {
  const detail = `${status}: ${detailOf(text)}`;
  const waitMs = retryAfter === null ? retryDelayIn(text) : retryAfterMs(retryAfter, nowMs);
  return new ServiceFailure(kindOf(status, text), detail, waitMs);
}

function kindOf(status: number, text: string): FailureKind {
  if (status >= 300 && status < 400) return "redirected";
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 402) return "quota";
  if (status === 429) return ABOUT_QUOTA.test(text) ? "quota" : "rate_limited";
  if (status === 413) return "too_large";
  if (status === 408 || status >= 500) return isOverloadedBySize(status, text) ? "too_large" : "unavailable";
  if (ABOUT_MODEL.test(text) && !/context length|token/i.test(text)) return "unknown_model";
  if (status === 404) return "unknown_model";
  if (ABOUT_SIZE.test(text)) return "too_large";
  return status === 400 && ABOUT_KEY.test(text) ? "unauthorised" : "refused";
}

/** Some servers report a text that is too long as an internal error. */
function isOverloadedBySize(status: number, text: string): boolean {
  return status === 500 && /context length|context size|batch size|too (long|large)/i.test(text);
}

/** One line of the service's answer: the message in its JSON, else its text, else a placeholder. */
function detailOf(text: string): string {
  return messageIn(parsed(text)) ?? (/^\s*</.test(text) ? "a web page" : oneLine(text)) ?? "without a reason";
}

/** Messages are in `error.message`, `error`, `detail` or `message`, as a text or as the first of several. */
function messageIn(value: unknown): string | null {
  if (typeof value === "string") return oneLine(value);
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return messageIn(value[0]);
  for (const name of ["error", "detail", "message", "msg"]) {
    const found = messageIn((value as Record<string, unknown>)[name]);
    if (found !== null) return found;
  }
  return null;
}

function oneLine(text: string): string | null {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  if (line === "") return null;
  return line.length > DETAIL_CHARS ? `${firstChars(line, DETAIL_CHARS)}…` : line;
}

/** Seconds or a date. Null for anything else. */
function retryAfterMs(header: string, nowMs: number): number | null {
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Google's services put it into the answer: `"retryDelay": "32s"`. */
function retryDelayIn(text: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(text)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
