/**
 * What a proxy has to know of the messages that it passes on, so that its session survives the process that
 * answers it: requests without an answer, and what a new process has to be told first. Pure.
 */

type Id = string | number;

/** A request of the client that is not answered yet. */
export interface OpenRequest {
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly line: string;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
}

const SCOPE_TOOL = "set_scope";
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

/** The messages of one session. Lines are without their line end. */
export class Conversation {
  private readonly open = new Map<Id, OpenRequest>();
  /** Requests that were sent for the session itself, whose answers are not for the client. */
  private readonly ours = new Set<Id>();
  /** Calls that the process works on, and requests that were sent again after the end of another one. */
  private readonly atWork = new Set<Id>();
  private readonly resent = new Set<Id>();
  private handshake: OpenRequest | null = null;
  private isInitialized = false;
  /** The last call that set the scope of a session, by the session that it names; "" for this one. */
  private readonly scopes = new Map<string, OpenRequest>();
  private restored = 0;

  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  /** Notes a line of the client. */
  sent(line: string): void {
    for (const message of messagesIn(line)) {
      const { id, method, params } = message;
      if (typeof method !== "string") continue;
      const given = isObject(params) ? params : {};
      if (isId(id)) {
        const isAlone = !line.trimStart().startsWith("[");
        const request = { id, method, params: given, line: isAlone ? line : JSON.stringify(message) };
        this.open.set(id, request);
        if (method === "initialize") this.handshake = request;
      } else if (method === "notifications/initialized") this.isInitialized = true;
      else if (method === "notifications/cancelled") this.forget(given["requestId"] as Id);
    }
  }

  /** The process works on a tool call. */
  begun(id: Id): void {
    if (this.open.has(id)) this.atWork.add(id);
  }

  /**
   * Notes an answer of the process. Returns whether it is for the client.
   *
   * @param ids of the requests that the line answers
   */
  answered(ids: readonly Id[], line: string): boolean {
    for (const id of ids) {
      const request = this.open.get(id);
      this.forget(id);
      if (request && isScopeCall(request) && isDone(line, id))
        this.scopes.set(sessionNamedBy(request), request);
    }
    const isForUs = ids.length > 0 && ids.every((id) => this.ours.has(id));
    for (const id of ids) this.ours.delete(id);
    return !isForUs;
  }

  /**
   * The process is gone. Returns the requests that will not be answered: tool calls that it worked on, any of
   * which may have been its end, and what was lost twice. The others are part of `restore`.
   */
  lost(): readonly OpenRequest[] {
    this.ours.clear();
    const failed = [...this.open.values()].filter(({ id }) => this.resent.has(id) || this.atWork.has(id));
    for (const { id } of failed) this.forget(id);
    this.atWork.clear();
    return failed;
  }

  /** Nothing answers requests. Returns all that are open, which are given up. */
  abandon(): readonly OpenRequest[] {
    const all = [...this.open.values()];
    for (const { id } of all) this.forget(id);
    return all;
  }

  /** The lines with which the session continues in a new process: handshake, scopes, open requests. */
  restore(): readonly string[] {
    const { handshake } = this;
    const open = [...this.open.values()];
    for (const { id } of open) this.resent.add(id);
    const opening = open.find((request) => request === handshake);
    return [
      ...(opening ? [opening.line] : handshake ? [this.again(handshake)] : []),
      ...(this.isInitialized ? [INITIALIZED] : []),
      ...[...this.scopes.values()].map((request) => this.again(request)),
      ...open.filter((request) => request !== opening).map(({ line }) => line),
    ];
  }

  private forget(id: Id): void {
    for (const requests of [this.open, this.atWork, this.resent]) requests.delete(id);
  }

  /** A request as one of the proxy's own. */
  private again({ line }: OpenRequest): string {
    const id = `satori-restore-${++this.restored}`;
    this.ours.add(id);
    return JSON.stringify({ ...(JSON.parse(line) as object), id });
  }
}

/** The messages of a line; none if it is not JSON, which the process answers. */
function messagesIn(line: string): readonly Message[] {
  try {
    return [JSON.parse(line) as unknown].flat().filter((message): message is Message => isObject(message));
  } catch {
    return [];
  }
}

function isScopeCall({ method, params }: OpenRequest): boolean {
  return method === "tools/call" && params["name"] === SCOPE_TOOL;
}

function sessionNamedBy({ params: { arguments: args } }: OpenRequest): string {
  const named = isObject(args) ? args["session_id"] : undefined;
  return typeof named === "string" ? named : "";
}

/** Whether the answer to a request in a line is a result of success. */
function isDone(line: string, id: Id): boolean {
  const answer = messagesIn(line).find((message) => message.id === id);
  return isObject(answer?.result) && answer.result["isError"] !== true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}
