/**
 * The connection to Milvus: made with the first call, shared by all codebases of a process, and made good by
 * itself after the server was away. Every call has a time limit, and is tried again when the server is away
 * for a moment: all calls of ours have the effect of one when they are made twice (rows are put and removed
 * by what they are, collections made where they are not there).
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { Secret } from "../../../secret.ts";
import { connectClient } from "./numeric-address.ts";
import { requireListener } from "./reachable.ts";
import { loadSdk } from "./sdk.ts";
import { asRefusal, isPassing, requireSuccess, unavailable } from "./refusals.ts";

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

/** Reading the protocol keeps a busy machine from answering for seconds. */
const CONNECT_MS = 15_000;
const CALL_MS = 30_000;
/**
 * A search of thousands of chunks answers with more than gRPC's 4 MB. And whoever asks more often than every
 * five minutes whether a server is still there, or asks without a call, is thrown out by those that keep
 * gRPC's defaults, and its next call fails.
 */
const CHANNEL = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Where the server was away for long the next call comes a moment after it is back, not two minutes.
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.keepalive_permit_without_calls": 0,
  "grpc.keepalive_time_ms": 300_000,
  "grpc.keepalive_timeout_ms": 30_000,
} as const;
/** How much longer than its own time limit a call is waited for. */
const LATE_MS = 1_000;
/** gRPC's code. */
const DEADLINE_EXCEEDED = 4;
/** Pauses before further tries. */
const RETRY_MS = [100, 400, 1_600];

export class MilvusConnection implements AsyncDisposable {
  private client: Promise<MilvusClient> | null = null;

  constructor(private readonly settings: MilvusSettings) {}

  get address(): string {
    return this.settings.address;
  }

  /** The address, and the database unless it is the server's default. */
  get server(): string {
    const { address, database } = this.settings;
    return database === null ? address : `${address}/${database}`;
  }

  /**
   * Throws `STORE_UNAVAILABLE`.
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

  /** As `call`, but what Milvus says is thrown as it is. */
  async attempt<Answer>(
    operation: Operation<Answer>,
    { timeoutMs = CALL_MS }: MilvusCallOptions = {},
  ): Promise<Answer> {
    // Who cannot be reached from the start is not waited for.
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
 * Some calls of the SDK ask again and again until the server has done what it was told, which one that was
 * restarted never has.
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
