/**
 * One request to a service, JSON both ways; whatever goes wrong is a `ServiceFailure`, but for the caller's
 * own cancelling.
 */
import { throwIfAborted } from "../errors.ts";
import type { Secret } from "../secret.ts";
import { ServiceFailure, failureOf } from "./service-failure.ts";

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What time there is, and chance: passed in, so that tests have their own. */
export interface HttpContext {
  readonly nowMs: () => number;
  /** Calls back after a while, unless it is disposed of before. Keeps the process alive. */
  readonly schedule: (delayMs: number, work: () => void) => Disposable;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export interface PostOptions {
  readonly context: HttpContext;
  /** For the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** 2,000 vectors of 3,072 numbers of 12 digits take this much. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024;
/** Of a refusal, this much is looked into. */
const REFUSAL_BYTES = 64 * 1024;

/** The parsed answer. Throws `ServiceFailure`, or `CANCELLED` as soon as the signal says so. */
export async function postJson(
  request: HttpRequest,
  { context, timeoutMs, signal }: PostOptions,
): Promise<unknown> {
  throwIfAborted(signal);
  const timeout = new AbortController();
  using _timer = context.schedule(timeoutMs, () => timeout.abort());
  try {
    return await exchange(
      request,
      context,
      signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    );
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof ServiceFailure) throw error;
    if (timeout.signal.aborted)
      throw new ServiceFailure("timeout", `no answer within ${timeoutMs / 1_000} seconds`);
    throw new ServiceFailure("unreachable", networkCause(error));
  }
}

async function exchange(
  { url, headers, body }: HttpRequest,
  { nowMs }: HttpContext,
  signal: AbortSignal,
): Promise<unknown> {
  // A redirect is not followed: the headers would go along, with the key in them.
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
  if (!response.ok) {
    const text = await readText(response, REFUSAL_BYTES);
    throw failureOf({
      status: response.status,
      text,
      retryAfter: response.headers.get("retry-after"),
      nowMs: nowMs(),
    });
  }
  const text = await readText(response, MAX_ANSWER_BYTES + 1);
  if (text.length > MAX_ANSWER_BYTES)
    throw new ServiceFailure("malformed", `more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ServiceFailure("malformed", /^\s*</.test(text) ? "a web page" : "invalid JSON");
  }
}

/** The header that most services take their key in. */
export function bearer(key: Secret | null): Readonly<Record<string, string>> {
  return key ? { authorization: `Bearer ${key.reveal()}` } : {};
}

/** As much of the body as fits. */
async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (!body) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early lets go of the connection.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
}

/** The system's word for it. Messages are left out: they may quote headers. */
function networkCause(error: unknown): string {
  const causes = [
    error,
    (error as { cause?: unknown } | null)?.cause,
    ((error as { cause?: { errors?: unknown[] } } | null)?.cause?.errors ?? [])[0],
  ];
  const codes = causes
    .map((cause) => (cause as { code?: unknown } | null | undefined)?.code)
    .filter((code) => typeof code === "string");
  return codes.at(-1) ?? "the connection broke";
}
