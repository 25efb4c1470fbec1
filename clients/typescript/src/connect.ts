/** Connects to a server: starts one, or uses one that runs at an address. */
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { SatoriClient } from "./client.ts";
import { ClientError, reasonOf } from "./errors.ts";
import { timerMs } from "./timer.ts";

interface Common {
  /**
   * Milliseconds for the connection, and for each call that does not set its own; `Infinity`: no limit.
   * Default 60,000.
   */
  readonly timeoutMs?: number;
  /** How the client identifies itself to the server. Default: this package. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /**
   * `legacy`: protocol versions up to 2025-11-25. `auto`: the newest that the server supports. Default:
   * `auto` at an address, `legacy` for a command, where negotiating the newest starts the server once more.
   */
  readonly protocol?: "auto" | "legacy";
}

/** Makes options of the other kind of target a type error. */
type None<Other> = { readonly [Option in Exclude<keyof Other, keyof Common>]?: never };

interface CommandOptions extends Common {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the variables that every process gets, such as PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /**
   * What happens to the server's log. `quote`: if the connection fails, the error contains the beginning of
   * the log. Default `inherit`.
   */
  readonly stderr?: "inherit" | "ignore" | "quote";
}

interface UrlOptions extends Common {
  /** Address of its MCP endpoint: `http://127.0.0.1:7411/mcp`. */
  readonly url: string | URL;
  /** Bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Calls of one session share a scope, whatever the protocol version; a call with a `session_id` belongs to
   * that session instead. Default: a new id.
   */
  readonly sessionId?: string;
}

/** A server that is started, uses standard input and output, and ends with the connection. */
export type CommandTarget = CommandOptions & None<UrlOptions>;

/** A server that is already running. */
export type UrlTarget = UrlOptions & None<CommandOptions>;

export type Target = CommandTarget | UrlTarget;

const SESSION_HEADER = "X-Session-ID";
const OWN_INFO = { name: "@satori/client", version: "0.1.0" };
const DEFAULT_TIMEOUT_MS = 60_000;
/** Characters of a server's log. */
const MOST_QUOTED = 2_000;

/** Throws `ClientError` of kind `start_up`. */
export async function connect(target: Target): Promise<SatoriClient> {
  const {
    timeoutMs = DEFAULT_TIMEOUT_MS,
    clientInfo = OWN_INFO,
    protocol = target.url === undefined ? "legacy" : "auto",
  } = target;
  const client = new Client({ ...clientInfo }, { capabilities: {}, versionNegotiation: { mode: protocol } });
  let opened: Opened | undefined;
  try {
    opened = await transportOf(target);
    await client.connect(opened.transport, { timeout: timerMs(timeoutMs) });
  } catch (error) {
    await client.close().catch(() => undefined);
    const reason = opened?.said?.() || reasonOf(error);
    throw new ClientError("start_up", `No connection to ${nameOf(target)}: ${reason}`, error);
  }
  return new SatoriClient(client, timeoutMs);
}

interface Opened {
  readonly transport: Transport;
  /** The beginning of the server's log; empty if there is none. */
  readonly said?: () => string;
}

async function transportOf(target: Target): Promise<Opened> {
  if (target.url !== undefined) {
    const { url, token, headers, sessionId = crypto.randomUUID() } = target;
    const own = { [SESSION_HEADER]: sessionId, ...authorizationOf(token), ...headers };
    // The library's own types conflict under exact optional properties.
    return {
      transport: new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: own },
        fetch: fetchOfCall,
      }) as Transport,
    };
  }
  const { command, args = [], env, cwd, stderr = "inherit" } = target;
  // Loaded on demand: only needed to start a process, which browsers cannot.
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: stderr === "quote" ? "pipe" : stderr,
    ...(env ? { env: { ...env } } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  });
  sendInTurn(transport);
  let said = "";
  // Always read to the end, since a full pipe would block the server.
  transport.stderr?.on(
    "data",
    (part: unknown) => void (said = `${said}${String(part)}`.slice(0, MOST_QUOTED)),
  );
  return { transport, said: () => said.trim() };
}

/**
 * Omits the connection's session header if a call names a session by an argument, since servers give the
 * header precedence.
 */
function fetchOfCall(address: string | URL, init?: RequestInit): Promise<Response> {
  if (!namesSession(init?.body)) return fetch(address, init);
  const headers = new Headers(init?.headers);
  headers.delete(SESSION_HEADER);
  return fetch(address, { ...init, headers });
}

function namesSession(body: unknown): boolean {
  if (typeof body !== "string" || !body.includes('"session_id"')) return false;
  // The library has just serialized it.
  const { params } = JSON.parse(body) as { readonly params?: { readonly arguments?: object } };
  return Object.hasOwn(params?.arguments ?? {}, "session_id");
}

/**
 * Sends one message at a time. Otherwise each message that finds the pipe full would wait with a listener of
 * its own, and Node warns of a leak at more than ten.
 */
function sendInTurn(transport: Transport): void {
  const send = transport.send.bind(transport);
  let before: Promise<unknown> = Promise.resolve();
  transport.send = (message, options) => {
    const sent = before.then(() => send(message, options));
    before = sent.catch(() => undefined);
    return sent;
  };
}

/**
 * Trims the line end that a token from a file has. Rejects what a header cannot contain, since the library's
 * error message would quote it.
 */
function authorizationOf(token = ""): Record<string, string> {
  const trimmed = token.trim();
  if (/[^!-~]/.test(trimmed))
    throw new Error(
      "the token has a character that is not allowed in tokens, such as a space or a line break",
    );
  return trimmed === "" ? {} : { Authorization: `Bearer ${trimmed}` };
}

/** Omits what may be secret: the query and the user of an address, the arguments of a command. */
function nameOf(target: Target): string {
  if (target.url === undefined) return target.command;
  if (!URL.canParse(String(target.url))) return "an invalid address";
  const { origin, pathname } = new URL(target.url);
  return `${origin}${pathname}`;
}
