/** Reads the body of a request as JSON: within limits, and only if it is declared as JSON. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { HttpLimits } from "../limits.ts";
import { RPC, type Refusal } from "./refusal.ts";

/** The outcome of reading a body. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "gone" };

/** Resolves to `gone` when the client leaves meanwhile. */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Pick<HttpLimits, "maxBodyBytes" | "maxBodyDepth">,
): Promise<Body> {
  const refusal = refuseHeaders(request.headers, limits.maxBodyBytes);
  if (refusal) return { kind: "refused", refusal };
  // The client waits for permission to send its body.
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await readBytes(request, limits.maxBodyBytes);
  if (bytes === "gone") return { kind: "gone" };
  if (bytes === "too_large") return { kind: "refused", refusal: tooLarge(limits.maxBodyBytes) };
  return parseJson(bytes, limits.maxBodyDepth);
}

function refuseHeaders(headers: IncomingMessage["headers"], maxBytes: number): Refusal | null {
  if (!isJsonContentType(headers["content-type"] ?? null))
    return { status: 415, message: "Content-Type must be application/json" };
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    return { status: 415, message: "The body must be sent without Content-Encoding" };
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : null;
}

function tooLarge(maxBytes: number): Refusal {
  return { status: 413, message: `The body has more than ${maxBytes} bytes` };
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | "too_large" | "gone"> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) resolve("too_large");
      else parts.push(part);
    });
    request
      .on("end", () => resolve(Buffer.concat(parts)))
      .on("error", () => resolve("gone"))
      .on("close", () => resolve("gone"));
  });
}

/** Error messages do not echo the text, since it may be anything. */
export function parseJson(bytes: Buffer, maxDepth: number): Body {
  const refused = (status: number, code: number, message: string): Body => ({
    kind: "refused",
    refusal: { status, code, message },
  });
  if (depthOf(bytes, maxDepth) > maxDepth)
    return refused(400, RPC.invalidRequest, `The body has more than ${maxDepth} levels`);
  try {
    return { kind: "json", value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return refused(400, RPC.parseError, "The body is not JSON in UTF-8");
  }
}

const [QUOTE, ESCAPE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from(
  '"\\[]{}',
) as unknown as [number, number, number, number, number, number];

/**
 * Nesting depth of lists and objects; stops counting above `enough`. Reads single bytes: the characters it
 * looks for are ASCII, and UTF-8 has no such byte within another character.
 */
function depthOf(bytes: Buffer, enough: number): number {
  let deepest = 0;
  let isText = false;
  for (let at = 0, depth = 0; at < bytes.length && deepest <= enough; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === ESCAPE) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return deepest;
}
