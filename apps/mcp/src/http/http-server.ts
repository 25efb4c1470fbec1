/**
 * The server over HTTP: rejects requests by their head alone, passes the rest to the protocol layer, and
 * survives whatever a client does.
 */
import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type ConsoleFiles, sendConsoleFile } from "./console-files.ts";
import {
  type Admission,
  isLoopback,
  isOwnOrigin,
  readId,
  refuseHost,
  refuseOrigin,
  refuseSessionId,
  tokenCheck,
} from "./guards/admission.ts";
import { type Exchange, Exchanges } from "./guards/exchanges.ts";
import { readJsonBody } from "./guards/json-body.ts";
import { type Refusal, refusalBody, tooMuch } from "./guards/refusal.ts";
import { RequestRate } from "./guards/request-rate.ts";
import type { HttpLimits } from "./limits.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";
import {
  NO_CONSOLE,
  NOT_FOUND,
  pathOf,
  refuseMethod,
  type Route,
  type RouteName,
  routeOf,
} from "./routes.ts";
import { Turns } from "./turns.ts";
import { cutOff, sendResponse, webRequest } from "./web-messages.ts";

/** An answered request, for logs and metrics. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Null for addresses that are not served. */
  readonly route: RouteName | null;
  /** 499 if the client left before it was answered. */
  readonly status: number;
  readonly durationMs: number;
}

export interface HttpServerOptions {
  readonly admission: Admission;
  /** Null if clients need no token. */
  readonly token: string | null;
  readonly mcp: McpEndpoint;
  readonly consoleFiles: ConsoleFiles;
  /** Why calls would not be answered, in sentences; empty if they would. */
  readonly problems: () => Promise<readonly string[]>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly limits: HttpLimits;
  readonly nowMs: () => number;
  readonly onAnswered: (answered: Answered) => void;
  readonly onDefect: (error: unknown) => void;
}

type Handler = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

/** Serves the routes. Create, `listen`, then `drain` and `close`. */
export class HttpServer {
  private readonly options: HttpServerOptions;
  private readonly node: NodeServer;
  private readonly exchanges: Exchanges;
  private readonly rate: RequestRate;
  private readonly refuseToken: (authorization: string | undefined) => Refusal | null;
  private readonly turns = new Turns();
  private isEnding = false;

  constructor(options: HttpServerOptions) {
    this.options = options;
    const { limits, token } = options;
    this.exchanges = new Exchanges(limits.maxConcurrent);
    this.rate = new RequestRate(limits);
    this.refuseToken = token === null ? () => null : tokenCheck(token);
    const {
      maxHeaderBytes: maxHeaderSize,
      headersTimeoutMs: headersTimeout,
      requestTimeoutMs: requestTimeout,
      keepAliveMs: keepAliveTimeout,
      timeoutCheckMs: connectionsCheckingInterval,
    } = limits;
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      void this.answer(request, response);
    this.node = createServer(
      { maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval },
      answer,
    ).on("checkContinue", answer);
    this.node.maxConnections = limits.maxConnections;
    this.node.on("connection", () => this.turns.noteConnection());
    // Node.js silently drops headers beyond the limit; allowing one more shows that there are too many.
    this.node.maxHeadersCount = limits.maxHeaders + 1;
  }

  /** Resolves to the port. Rejects with the system's error. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.node.once("error", reject).listen({ host, port }, () => {
        this.node.off("error", reject).on("error", this.options.onDefect);
        resolve((this.node.address() as AddressInfo).port);
      });
    });
  }

  /** Rejects further calls and reports not ready; resolves when all running calls are answered. */
  drain(): Promise<void> {
    this.isEnding = true;
    return this.exchanges.settled();
  }

  /** Stops listening, cancels running calls, and closes all connections. */
  close(): void {
    this.isEnding = true;
    this.node.close();
    this.exchanges.cancel();
    this.node.closeAllConnections();
  }

  private readonly handlers: { readonly [Name in RouteName]: Handler } = {
    mcp: (request, response, requestId) => this.answerMcp(request, response, requestId),
    console: async (request, response) => this.answerConsole(request, response),
    healthz: async (_, response) => sendJson(response, 200, { status: "ok" }),
    readyz: async (_, response) => {
      const reasons = this.isEnding ? ["The server is shutting down"] : await this.options.problems();
      sendJson(
        response,
        reasons.length === 0 ? 200 : 503,
        reasons.length === 0 ? { status: "ok" } : { status: "not_ready", reasons },
      );
    },
    metrics: async (_, response) => {
      const { contentType, text } = await this.options.metrics();
      send(response, 200, { "Content-Type": contentType }, text);
    },
  };

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, nowMs, onAnswered, onDefect } = this.options;
    const startedMs = nowMs();
    const requestId = readId(request.headersDistinct["x-request-id"]?.[0], limits.maxIdChars) ?? randomUUID();
    const route = routeOf(request.url ?? "");
    const method = request.method ?? "";
    response
      .setHeader("X-Request-ID", requestId)
      .setHeader("X-Content-Type-Options", "nosniff")
      .setHeader("Cache-Control", "no-store");
    response.once("close", () =>
      onAnswered({
        requestId,
        method,
        route: route?.name ?? null,
        status: response.headersSent ? response.statusCode : 499,
        durationMs: nowMs() - startedMs,
      }),
    );
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    try {
      const refusal = this.refuse(request, route);
      if (refusal) return this.sendRefusal(request, response, refusal);
      this.allowOrigin(request, response);
      if (route) await this.handlers[route.name](request, response, requestId);
    } catch (error) {
      onDefect(error);
      if (response.headersSent) response.destroy();
      else this.sendRefusal(request, response, { status: 500, code: -32_603, message: "Internal error" });
    }
  }

  /** Why a request is rejected, judged by its head alone; null if it is accepted. */
  private refuse(
    { url = "", method = "", headers, headersDistinct, rawHeaders, socket }: IncomingMessage,
    route: Route | null,
  ): Refusal | null {
    const { limits, admission, nowMs } = this.options;
    if (url.length > limits.maxUrlChars)
      return { status: 414, message: `The address has more than ${limits.maxUrlChars} characters` };
    if (rawHeaders.length / 2 > limits.maxHeaders)
      return { status: 431, message: `The request has more than ${limits.maxHeaders} headers` };
    const stranger =
      refuseHost(headersDistinct["host"] ?? [], socket.localAddress ?? "", admission) ??
      refuseOrigin(headers.origin, headers.host ?? "", admission);
    if (stranger) return stranger;
    if (!route) return NOT_FOUND;
    if (method === "OPTIONS" && headers.origin !== undefined)
      return { status: 204, message: "", headers: this.preflight(headers, route) };
    const waitMs = route.isCounted ? this.rate.take(socket.remoteAddress ?? "", nowMs()) : 0;
    if (waitMs > 0) return tooMuch(429, `More than ${limits.requestsPerSecond} requests per second`, waitMs);
    const isTokenNeeded =
      route.token === "always" || (route.token === "off_loopback" && !isLoopback(admission.boundHost));
    return (
      (isTokenNeeded ? this.refuseToken(headers.authorization) : null) ??
      refuseMethod(method, route) ??
      (route.name === "mcp" ? this.refuseCall(headers) : null)
    );
  }

  private refuseCall(headers: IncomingMessage["headers"]): Refusal | null {
    if (this.isEnding)
      return { ...tooMuch(503, "The server is shutting down", this.options.limits.shutdownMs) };
    return refuseSessionId(headers["x-session-id"] as string | undefined, this.options.limits.maxIdChars);
  }

  /** Sets the CORS headers, so that pages of another allowed origin can read the answers. */
  private allowOrigin({ headers: { origin, host = "" } }: IncomingMessage, response: ServerResponse): void {
    if (origin === undefined || isOwnOrigin(origin, host)) return;
    response
      .setHeader("Access-Control-Allow-Origin", origin)
      .setHeader("Vary", "Origin")
      .setHeader("Access-Control-Expose-Headers", "Mcp-Session-Id, X-Request-ID, WWW-Authenticate");
  }

  private preflight({ origin = "" }: IncomingMessage["headers"], { methods }: Route): Record<string, string> {
    const headers =
      "Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, " +
      "Mcp-Name, Satori-Answers, X-Session-ID, X-Request-ID";
    return {
      "Access-Control-Allow-Origin": origin,
      Vary: "Origin",
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": headers,
      "Access-Control-Max-Age": "600",
    };
  }

  private async answerMcp(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const { mcp, limits } = this.options;
    const exchange = this.exchanges.begin(response);
    if (!exchange) return this.sendRefusal(request, response, this.full());
    const read =
      request.method === "POST"
        ? await readJsonBody(request, response, limits)
        : ({ kind: "json", value: undefined } as const);
    if (read.kind === "gone") return;
    const refusal = read.kind === "refused" ? read.refusal : this.makeRoom(exchange, read.value);
    if (refusal) return this.sendRefusal(request, response, refusal);
    const body = read.kind === "json" ? read.value : undefined;
    await this.turns.take(exchange.signal);
    if (exchange.signal.aborted) return;
    const answer = await mcp.answer({
      request: webRequest(
        request,
        { "x-request-id": requestId, accept: acceptedTypes(request.headers.accept) },
        exchange.signal,
      ),
      body,
      ended: exchange.ended,
    });
    await sendResponse(response, answer, limits.writeStallMs);
  }

  private answerConsole(request: IncomingMessage, response: ServerResponse): void {
    const { consoleFiles, limits } = this.options;
    const file = consoleFiles.get(pathOf(request.url ?? ""));
    if (!file) return this.sendRefusal(request, response, consoleFiles.size === 0 ? NO_CONSOLE : NOT_FOUND);
    sendConsoleFile(request, response, file);
    cutOff(response, limits.writeStallMs);
  }

  private makeRoom(exchange: Exchange, body: unknown): Refusal | null {
    if (isSubscription(body)) exchange.keepOpen();
    return Array.isArray(body) && !exchange.takeRoom(Math.max(0, body.length - 1)) ? this.full() : null;
  }

  private full(): Refusal {
    return tooMuch(503, `${this.options.limits.maxConcurrent} requests are already in progress`, 1_000);
  }

  /**
   * Sends the refusal. What the client continues to send is discarded, within limits, so that it can read the
   * refusal.
   */
  private sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    let discarded = 0;
    request.on(
      "data",
      (part: Buffer) =>
        void ((discarded += part.length) > this.options.limits.discardedBytes && request.destroy()),
    );
    // A client that waits for `100 Continue` may not send the body at all; on a kept connection, its next
    // request would be read as the body.
    const close = request.headers.expect === undefined ? {} : { Connection: "close" };
    if (refusal.status === 204) response.writeHead(204, { ...refusal.headers, ...close }).end();
    else
      send(
        response,
        refusal.status,
        { "Content-Type": "application/json", ...refusal.headers, ...close },
        refusalBody(refusal),
      );
  }
}

function isSubscription(body: unknown): boolean {
  return (
    typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen"
  );
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  send(response, status, { "Content-Type": "application/json" }, JSON.stringify(value));
}

/** Sends a text. Node.js itself omits it in answers to HEAD. */
function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  response.writeHead(status, { ...headers, "Content-Length": String(Buffer.byteLength(text)) }).end(text);
}

// Expands wildcards in `Accept` headers: the protocol layer only looks for literal types. Pure.

/** Media types of answers. */
const ANSWER_TYPES = ["application/json", "text/event-stream"] as const;
const ANY = "*/*";
const IS_REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

/** An `Accept` header with its wildcards expanded; a client without the header accepts anything. */
export function acceptedTypes(header: string | undefined): string {
  const asked = header?.trim() || ANY;
  const ranges = asked
    .split(",")
    .filter((range) => !IS_REFUSED.test(range))
    .map((range) => (range.split(";", 1)[0] ?? "").trim().toLowerCase());
  const meant = ANSWER_TYPES.filter((type) =>
    ranges.some((range) => range === ANY || range === `${type.split("/", 1)[0]}/*`),
  );
  return [asked, ...meant].join(", ");
}
