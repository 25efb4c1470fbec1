/** Converts Node's requests and responses to those of the web, which the protocol layer uses, and back. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Headers that only concern the server and are not passed to the protocol layer. */
const KEPT_BACK: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "expect",
  "upgrade",
]);

/**
 * The head of a request; its body is passed separately, as a value. Its signal aborts when the client is
 * gone.
 *
 * @param own headers that the server sets, overriding the client's
 */
export function webRequest(
  request: IncomingMessage,
  own: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !KEPT_BACK.has(name))
      headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return new Request(new URL(request.url ?? "/", "http://localhost"), {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

/**
 * Sends an answer as it arrives. A client that reads nothing of it for too long is disconnected. Rejects if
 * the answer breaks off.
 */
export async function sendResponse(
  response: ServerResponse,
  answer: Response,
  stallMs: number,
): Promise<void> {
  const headers = [...answer.headers].filter(([name]) => name !== "connection").flat();
  if (answer.headers.get("content-type")?.startsWith("text/event-stream") !== true || answer.body === null) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    response
      .writeHead(answer.status, [
        ...headers,
        ...(answer.body === null ? [] : ["content-length", String(bytes.length)]),
      ])
      .end(bytes);
    return cutOff(response, stallMs);
  }
  // Sends the headers at once, so that the client knows its request was received.
  response.writeHead(answer.status, headers).flushHeaders();
  const reader = answer.body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (!response.write(part.value)) await drained(response, stallMs);
  response.end();
  cutOff(response, stallMs);
}

/**
 * Disconnects a client that does not read the rest of its answer within the given time: how much of the rest
 * it has read is unknown.
 */
export function cutOff(response: ServerResponse, stallMs: number): void {
  const timer = setTimeout(() => void response.destroy(), stallMs);
  response.once("close", () => clearTimeout(timer));
  if (response.closed) clearTimeout(timer);
}

function drained(response: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void response.destroy(), stallMs);
    const settle = (): void => {
      clearTimeout(timer);
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.once("drain", settle).once("close", settle);
    // A response that was closed meanwhile emits no event.
    if (response.destroyed) settle();
  });
}
