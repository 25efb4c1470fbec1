/** Requests to a REST API, with retries where a later attempt may succeed. */
import { printableLine } from "@satori/render";

/** An answer that is not a success, or none at all. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  /** Null if there was no answer. */
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether the token may not do that, or may not even know that there is something. */
  get isForbidden(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404;
  }
}

export interface ApiOptions {
  readonly api: string;
  /** Sent with each request; contains the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly wait: (delayMs: number) => Promise<void>;
}

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the API's address. */
  readonly path: string;
  readonly body?: object;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 4;
const FIRST_DELAY_MS = 1_000;
/** A job does not wait longer than that for a rate limit. */
const MAX_DELAY_MS = 60_000;

/** The parsed answer; undefined if it is empty. Throws `RequestFailure`. */
export async function requestJson(request: ApiRequest, options: ApiOptions): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(request, options);
    if (answer instanceof Response && answer.ok) {
      const text = await answer.text();
      return text === "" ? undefined : parsed(text, request);
    }
    const delayMs = attempt < ATTEMPTS ? delayAfter(request, answer, attempt) : null;
    if (delayMs === null) throw await failureOf(request, answer);
    await options.wait(delayMs);
  }
}

async function send(
  { method, path, body }: ApiRequest,
  { api, headers }: ApiOptions,
): Promise<Response | Error> {
  try {
    return await fetch(`${api}${path}`, {
      method,
      headers: {
        accept: "application/json",
        "user-agent": "satori-impact-comment",
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect could lead to another host, which must not get the token.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Milliseconds until the next attempt; null if there is none. A new comment is not sent twice: the first
 * attempt may have created it although the answer was lost.
 */
function delayAfter({ method }: ApiRequest, answer: Response | Error, attempt: number): number | null {
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1);
  if (answer instanceof Error || answer.status >= 500) return method === "POST" ? null : backoffMs;
  const isLimited =
    answer.status === 429 ||
    (answer.status === 403 &&
      (answer.headers.has("retry-after") || answer.headers.get("x-ratelimit-remaining") === "0"));
  if (!isLimited) return null;
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  const resetMs = Number(answer.headers.get("x-ratelimit-reset") ?? Number.NaN) * 1_000 - Date.now();
  const delayMs = Number.isFinite(seconds) ? seconds * 1_000 : Number.isFinite(resetMs) ? resetMs : backoffMs;
  return delayMs > MAX_DELAY_MS ? null : Math.max(backoffMs, delayMs);
}

async function failureOf({ method, path }: ApiRequest, answer: Response | Error): Promise<RequestFailure> {
  const request = `${method} ${path}`;
  if (answer instanceof Error) {
    const cause = answer.cause instanceof Error ? `: ${answer.cause.message}` : "";
    return new RequestFailure(null, `${request}: ${printableLine(`${answer.message}${cause}`)}`);
  }
  const text = printableLine((await answer.text().catch(() => "")).slice(0, 300));
  return new RequestFailure(answer.status, `${request}: ${answer.status} ${text}`.trim());
}

function parsed(text: string, { method, path }: ApiRequest): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestFailure(null, `${method} ${path}: the answer is not JSON`);
  }
}
