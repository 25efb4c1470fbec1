/**
 * Sends one request to a service, with JSON in both directions. Every error is a `ServiceFailure`, except a
 * cancellation by the caller.
 */
import { throwIfAborted } from "../errors.ts";
import type { Secret } from "../secret.ts";
import { ServiceFailure, failureOf } from "./service-failure.ts";

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Time and randomness, passed in so that tests can replace them. */
export interface HttpContext {
  readonly nowMs: () => number;
  /** Calls `work` after `delayMs`, unless the handle is disposed of before. Keeps the process alive. */
  readonly schedule: (delayMs: number, work: () => void) => Disposable;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

export interface PostOptions {
  readonly context: HttpContext;
  /** Time limit for the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Size of 2,000 vectors of 3,072 numbers with 12 digits. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024;
/** Bytes of an error response that are read. */
const REFUSAL_BYTES = 64 * 1024;

/** The parsed answer. Throws `ServiceFailure`, or `CANCELLED` as soon as the signal aborts. */
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
  // Redirects are not followed: the headers, with the key in them, would be sent along.
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

/** The header in which most services expect their key. */
export function bearer(key: Secret | null): Readonly<Record<string, string>> {
  return key ? { authorization: `Bearer ${key.reveal()}` } : {};
}

/** The first `maxBytes` of the body. */
async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (!body) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
}

/** The system's error code. Messages are left out: they may quote headers. */
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
