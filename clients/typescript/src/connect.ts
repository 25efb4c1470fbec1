/** Connections to a server: one that is started for it, or one that runs at an address. */
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { SatoriClient } from "./client.ts";
import { ClientError, reasonOf } from "./errors.ts";
import { timerMs } from "./timer.ts";

interface Common {
  /**
   * For each call that does not say its own, and for the connection; in milliseconds; `Infinity`: without
   * end. Default 60,000.
   */
  readonly timeoutMs?: number;
  /** What the server is told of the client. Default: this package. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /**
   * `legacy`: protocol versions up to 2025-11-25. `auto`: the newest that the server has. Default: `auto` at
   * an address, `legacy` for a command, where asking for the newest starts the server once more.
   */
  readonly protocol?: "auto" | "legacy";
}

/** So that an option of the one kind of target is no mistake that nobody sees with the other. */
type None<Other> = { readonly [Option in Exclude<keyof Other, keyof Common>]?: never };

interface CommandOptions extends Common {
  readonly command: string;
  readonly args?: readonly string[];
  /** Besides the variables that every process gets, such as PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /**
   * What becomes of the server's log. `quote`: where no connection is made, the error tells how it begins.
   * Default `inherit`.
   */
  readonly stderr?: "inherit" | "ignore" | "quote";
}

interface UrlOptions extends Common {
  /** Of its MCP endpoint: `http://127.0.0.1:7411/mcp`. */
  readonly url: string | URL;
  /** Bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Calls of one session share a scope, whatever the protocol version; those that have a `session_id` belong
   * to that one. Default: a new one.
   */
  readonly sessionId?: string;
}

/** A server that is started, spoken to over its standard input and output, and ended with the connection. */
export type CommandTarget = CommandOptions & None<UrlOptions>;

/** A server that runs. */
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
  /** The beginning of the server's log; empty where it has none. */
  readonly said?: () => string;
}

async function transportOf(target: Target): Promise<Opened> {
  if (target.url !== undefined) {
    const { url, token, headers, sessionId = crypto.randomUUID() } = target;
    const own = { [SESSION_HEADER]: sessionId, ...authorizationOf(token), ...headers };
    // The library's types disagree with themselves under exact optional properties.
    return {
      transport: new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: own },
        fetch: fetchOfCall,
      }) as Transport,
    };
  }
  const { command, args = [], env, cwd, stderr = "inherit" } = target;
  // A browser has no processes: only who starts one needs this part.
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
  // Read to its end whatever it says: a full pipe would hold the server.
  transport.stderr?.on(
    "data",
    (part: unknown) => void (said = `${said}${String(part)}`.slice(0, MOST_QUOTED)),
  );
  return { transport, said: () => said.trim() };
}

/**
 * Without the session of the connection, where a call names one by an argument: before that, servers heed the
 * header.
 */
function fetchOfCall(address: string | URL, init?: RequestInit): Promise<Response> {
  if (!namesSession(init?.body)) return fetch(address, init);
  const headers = new Headers(init?.headers);
  headers.delete(SESSION_HEADER);
  return fetch(address, { ...init, headers });
}

function namesSession(body: unknown): boolean {
  if (typeof body !== "string" || !body.includes('"session_id"')) return false;
  // The library has just written it.
  const { params } = JSON.parse(body) as { readonly params?: { readonly arguments?: object } };
  return Object.hasOwn(params?.arguments ?? {}, "session_id");
}

/**
 * One message after the other: each that finds the pipe full would wait for it with a listener, and Node
 * takes more than ten for a leak.
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
 * Without the end of the line that a file with a token has. What no header can hold is refused here: the
 * library's message would quote it.
 */
function authorizationOf(token = ""): Record<string, string> {
  const trimmed = token.trim();
  if (/[^!-~]/.test(trimmed))
    throw new Error(
      "the token has a character that is not allowed in tokens, such as a space or a line break",
    );
  return trimmed === "" ? {} : { Authorization: `Bearer ${trimmed}` };
}

/** Without what may be secret: the query and the user of an address, the arguments of a command. */
function nameOf(target: Target): string {
  if (target.url === undefined) return target.command;
  if (!URL.canParse(String(target.url))) return "an invalid address";
  const { origin, pathname } = new URL(target.url);
  return `${origin}${pathname}`;
}
