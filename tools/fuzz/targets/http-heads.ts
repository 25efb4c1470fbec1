import type { IncomingMessage } from "node:http";
import { acceptedTypes } from "../../../apps/mcp/src/http/http-server.ts";
import {
  isOwnOrigin,
  readId,
  refuseHost,
  refuseOrigin,
  refuseSessionId,
  tokenCheck,
} from "../../../apps/mcp/src/http/guards/admission.ts";
import { parseJson } from "../../../apps/mcp/src/http/guards/json-body.ts";
import type { Refusal } from "../../../apps/mcp/src/http/guards/refusal.ts";
import { pathOf, refuseMethod, routeOf } from "../../../apps/mcp/src/http/routes.ts";
import { webRequest } from "../../../apps/mcp/src/http/web-messages.ts";
import { InputReader, bufferOf, fuzzTarget } from "../target.ts";

const TOKEN = "s3cret-token";
const admission = { boundHost: "Example.test", hosts: ["allowed.test"], origins: ["https://page.test"] };
const KNOWN = ["localhost", "127.0.0.1", "::1", "example.test", "10.0.0.1", "allowed.test"];
const isAllowed = tokenCheck(TOKEN);

export default fuzzTarget({
  checks:
    "heads and bodies of HTTP requests: only known hosts, origins and tokens pass, refusals are short " +
    "and safe to send, bodies keep to their depth",
  dictionary: [
    "localhost:1",
    "127.0.0.1",
    "[::1]:80",
    "example.test",
    "allowed.test",
    "https://page.test",
    "http://localhost",
    `Bearer ${TOKEN}`,
    "Bearer ",
    "*/*",
    "application/json;q=0",
    "/mcp",
    "/mcp?a=b",
    "/console/",
    "null",
    "POST",
    "[",
    "{",
    '"\\"',
    "xn--",
  ],
  run(input) {
    const reader = new InputReader(input);
    const [method, target, host, origin, authorization, accept, session] = [
      reader.line(),
      reader.line(),
      reader.line(),
      reader.line(),
      reader.line(),
      reader.line(),
      reader.line(),
    ] as const;
    checkRoute(method, target, { host, accept });
    checkHost(host);
    checkOrigin(origin, host);
    const refusal = isAllowed(authorization);
    if (refusal === null && !new RegExp(`^Bearer +${TOKEN}$`, "i").test(authorization))
      throw new Error(`${JSON.stringify(authorization)} passes for the token`);
    checkRefusal(refusal, []);
    const id = readId(session, 64);
    if ((id === null) !== (refuseSessionId(session, 64) !== null))
      throw new Error("A session id is refused and read");
    checkBody(bufferOf(reader.rest()));
  },
});

function checkRoute(method: string, target: string, headers: Readonly<Record<string, string>>): void {
  const route = routeOf(target);
  if (pathOf(target).includes("?")) throw new Error("A path with a query");
  if (!route) return;
  const refusal = refuseMethod(method, route);
  if ((refusal === null) !== route.methods.includes(method)) throw new Error(`${method} at ${route.path}`);
  checkRefusal(refusal, []);
  const types = acceptedTypes(headers["accept"]);
  if (!types.startsWith((headers["accept"] ?? "").trim() || "*/*"))
    throw new Error("What a client accepts is left out");
  // Node.js passes on no other headers and targets.
  if (
    route.name !== "mcp" ||
    refusal ||
    !/^[\x21-\x7e]*$/.test(target) ||
    !/^[\t\x20-\x7e]*$/.test(headers["accept"] ?? "")
  )
    return;
  const request = {
    method,
    url: target,
    headers: { accept: headers["accept"], authorization: TOKEN },
  } as unknown as IncomingMessage;
  const web = webRequest(request, { accept: types }, new AbortController().signal);
  if (new URL(web.url).pathname !== "/mcp" || web.headers.has("authorization"))
    throw new Error(`${target} became ${web.url}`);
}

function checkHost(host: string): void {
  const refusal = refuseHost([host], "::ffff:10.0.0.1", admission);
  const name = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/^\[(.*)\]$/, "$1");
  if (refusal === null && !KNOWN.includes(name))
    throw new Error(`${JSON.stringify(host)} passes for a host of this server`);
  if (refusal !== null && KNOWN.includes(host.toLowerCase()) && host !== "::1")
    throw new Error(`${host} is refused`);
  checkRefusal(refusal, [host]);
}

function checkOrigin(origin: string, host: string): void {
  const refusal = refuseOrigin(origin, host, admission);
  if (refusal === null && !isOwnOrigin(origin, host) && origin.toLowerCase() !== "https://page.test")
    throw new Error(`${JSON.stringify(origin)} passes`);
  if (isOwnOrigin(origin, host) && new URL(origin).username !== "")
    throw new Error(`${JSON.stringify(origin)} is no origin`);
  checkRefusal(refusal, [origin]);
}

/**
 * Error messages appear in answers and logs: they must be bounded and free of control characters, whatever
 * was sent.
 */
function checkRefusal(refusal: Refusal | null, sent: readonly string[]): void {
  if (refusal === null) return;
  if (refusal.message.length > 1_000) throw new Error(`A refusal of ${refusal.message.length} characters`);
  if (/[\0-\x1f\x7f]/.test(refusal.message))
    throw new Error(
      `A refusal with control characters: ${JSON.stringify(refusal.message)}, of ${JSON.stringify(sent)}`,
    );
}

function checkBody(bytes: Buffer): void {
  const body = parseJson(bytes, 32);
  if (body.kind === "json") {
    if (depthOf(body.value) > 32) throw new Error("A body that is too deep passes");
  } else if (body.kind === "refused") checkRefusal(body.refusal, []);
}

function depthOf(value: unknown): number {
  return typeof value === "object" && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;
}
