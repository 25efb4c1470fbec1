/**
 * The connection to Milvus. It is opened by the first call, shared by all codebases of a process, and
 * reconnects by itself. Every call has a time limit, and is retried if the server is unavailable for a
 * moment. Retries are safe because all our calls are idempotent: rows are written and removed by id, and
 * collections are created only if missing.
 */
import { connect, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { ClientConfig } from "@zilliz/milvus2-sdk-node/dist/milvus/types/Client.js";
import type { Secret } from "../../../secret.ts";
import { asRefusal, isPassing, requireSuccess, unavailable } from "./refusals.ts";
import { loadGrpc, loadSdk } from "./sdk.ts";

export interface MilvusSettings {
  /** `host:port`, or a URL. */
  readonly address: string;
  readonly token: Secret | null;
  /** Null for the server's default. */
  readonly database: string | null;
}

export interface MilvusCallOptions {
  /** In milliseconds. Default: `CALL_MS`. */
  readonly timeoutMs?: number;
}

/** Makes a call with its time limit. */
type Operation<Answer> = (client: MilvusClient, limit: { readonly timeout: number }) => Promise<Answer>;

/** Generous, because loading the protocol can block a busy machine for seconds. */
const CONNECT_MS = 15_000;
const CALL_MS = 30_000;
/**
 * Answers of a search over thousands of chunks exceed gRPC's 4 MB. Servers with gRPC's defaults disconnect a
 * client that pings more often than every five minutes, or pings without a call, and its next call fails.
 */
const CHANNEL = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // After a long outage the next call succeeds a moment after the server is back, not two minutes later.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.keepalive_permit_without_calls": 0,
  "grpc.keepalive_time_ms": 300_000,
  "grpc.keepalive_timeout_ms": 30_000,
} as const;
/** How much longer than its own time limit a call may take. */
const LATE_MS = 1_000;
/** gRPC's code. */
const DEADLINE_EXCEEDED = 4;
/** Pauses before further attempts. */
const RETRY_MS = [100, 400, 1_600];

export class MilvusConnection implements AsyncDisposable {
  private client: Promise<MilvusClient> | null = null;

  constructor(private readonly settings: MilvusSettings) {}

  get address(): string {
    return this.settings.address;
  }

  /** The address, with the database unless it is the server's default. */
  get server(): string {
    const { address, database } = this.settings;
    return database === null ? address : `${address}/${database}`;
  }

  /**
   * Makes a call. Throws `STORE_UNAVAILABLE`.
   *
   * @param doing for messages, such as "create the collection x"
   */
  async call<Answer>(
    doing: string,
    operation: Operation<Answer>,
    options: MilvusCallOptions = {},
  ): Promise<Answer> {
    try {
      return await this.attempt(operation, options);
    } catch (error) {
      throw unavailable(
        this.settings.address,
        doing,
        error,
        (text) => this.settings.token?.struckFrom(text) ?? text,
      );
    }
  }

  /** As `call`, but throws Milvus's own errors. */
  async attempt<Answer>(
    operation: Operation<Answer>,
    { timeoutMs = CALL_MS }: MilvusCallOptions = {},
  ): Promise<Answer> {
    // Not retried: a server that is unreachable from the start fails at once.
    const client = await this.connected();
    for (let tries = 0; ; tries++) {
      try {
        const answer = await within(timeoutMs, operation(client, { timeout: timeoutMs }));
        requireSuccess(answer);
        return answer;
      } catch (thrown) {
        const error = asRefusal(thrown);
        const pause = RETRY_MS[tries];
        if (pause === undefined || !isPassing(error)) throw error;
        await sleep(pause);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.client?.catch(() => null);
    this.client = null;
    await client?.closeConnection().catch(() => undefined);
  }

  private connected(): Promise<MilvusClient> {
    this.client ??= this.connect().catch((error: unknown) => {
      this.client = null;
      throw error;
    });
    return this.client;
  }

  private async connect(): Promise<MilvusClient> {
    const { address, token, database } = this.settings;
    await requireListener(address, CONNECT_MS);
    const { MilvusClient: Client } = await loadSdk();
    const client = await connectClient(Client, {
      address,
      timeout: CONNECT_MS,
      maxRetries: 0,
      telemetry: { enabled: false },
      ...(token ? { token: token.reveal() } : {}),
      ...(database === null ? {} : { database }),
      channelOptions: CHANNEL,
    });
    try {
      await client.connectPromise;
      return client;
    } catch (error) {
      await client.closeConnection().catch(() => undefined);
      throw error;
    }
  }
}

/**
 * Limits the time of a call. Some calls of the SDK poll until the server has finished a task, and a restarted
 * server never finishes it.
 */
async function within<Answer>(timeoutMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: DEADLINE_EXCEEDED })),
      timeoutMs + LATE_MS,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

// TLS with a server at an IP address. Such an address must not be sent as a server name (RFC 6066), and newer
// versions of Node.js throw when gRPC's library does so: https://github.com/grpc/grpc-node/issues/1919.

/** Server name for the handshake; reserved, so that no server has it (RFC 2606). */
const NOBODY = "address.invalid";
/** The SDK's defaults, except that it does not connect before the first call. */
const POOL = { min: 0, max: 10 };

/** A connecting client. For a server at an IP address, the certificate must contain that address. */
async function connectClient(Client: typeof MilvusClient, config: ClientConfig): Promise<MilvusClient> {
  const { host } = endpointOf(config.address);
  if (isIP(host) === 0 || !/^https:/i.test(config.address)) return new Client(config);
  // Loaded here, since most processes need no TLS and it takes 8 ms.
  const { checkServerIdentity } = await import("node:tls");
  const { credentials } = await loadGrpc();
  const creds = credentials.createSsl(null, null, null, {
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  });
  // The SDK has no option for this check, so its credentials are replaced before they are used.
  const client = new Client({
    ...config,
    channelOptions: { ...config.channelOptions, "grpc.ssl_target_name_override": NOBODY },
    pool: POOL,
    __SKIP_CONNECT__: true,
  });
  Object.assign(client, { creds });
  client.connect(Client.sdkInfo.version);
  return client;
}

// Checks that a server listens at an address before the SDK connects to it, because the SDK's channel keeps
// trying to connect even after it is closed.

/** Default ports of Milvus and of Zilliz Cloud. */
const PORTS = { plain: 19_530, tls: 443 } as const;
/** Behind a proxy the address may not be reachable directly. */
const PROXIES = ["grpc_proxy", "https_proxy", "http_proxy", "GRPC_PROXY", "HTTPS_PROXY", "HTTP_PROXY"];
/** gRPC's code for an unavailable service. */
const UNAVAILABLE = 14;

/** Host and port of `host:port`, or of a URL. */
export function endpointOf(address: string): { readonly host: string; readonly port: number } {
  const isTls = /^https:/i.test(address);
  const { hostname, port } = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  // A URL omits the default port of its scheme.
  const usual = isTls ? PORTS.tls : address.endsWith(":80") ? 80 : PORTS.plain;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}

/** Throws an error with gRPC's code if no server accepts a connection in time. */
export async function requireListener(
  address: string,
  timeoutMs: number,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (PROXIES.some((name) => environment[name])) return;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(endpointOf(address));
    const fail = (reason: string): void => {
      socket.destroy();
      reject(Object.assign(new Error(reason), { code: UNAVAILABLE }));
    };
    socket.setTimeout(timeoutMs, () => fail(`no answer within ${timeoutMs} ms`));
    socket.on("error", ({ message }) => fail(message));
    socket.on("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}
