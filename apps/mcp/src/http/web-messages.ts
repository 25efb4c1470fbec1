/** Node's requests and responses as those of the web, which the protocol layer speaks, and back. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** The protocol layer gets nothing that only the server has to do with. */
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
 * The head of a request; its body is handed on as a value. Its signal says that the client is gone.
 *
 * @param own headers that the server sets, whatever the client said
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
 * Sends an answer as it comes. A client that takes nothing of it for too long is cut off. Rejects if the
 * answer breaks off.
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
  // A stream begins with nothing: its client learns that it was heard.
  response.writeHead(answer.status, headers).flushHeaders();
  const reader = answer.body.getReader();
  response.once("close", () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (!response.write(part.value)) await drained(response, stallMs);
  response.end();
  cutOff(response, stallMs);
}

/**
 * Of what is left, nobody says how much is taken: all of it has to be in that time, else its client is cut
 * off.
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
    // One that was closed meanwhile says nothing any more.
    if (response.destroyed) settle();
  });
}
