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
/** A request that is answered when the connection ends, and stands until then. */
const STANDING = "subscriptions/listen";
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

/** The messages of one session. Lines are without their line end. */
export class Conversation {
  private readonly open = new Map<Id, OpenRequest>();
  /** Requests that were sent for the session itself, whose answers are not for the client. */
  private readonly ours = new Map<Id, OpenRequest>();
  /** Calls that the process works on, and requests that were sent again after the end of another one. */
  private readonly atWork = new Set<Id>();
  private readonly resent = new Set<Id>();
  private handshake: OpenRequest | null = null;
  private isInitialized = false;
  /** The last call that set the scope of a session, by the session that it names; "" for this one. */
  private readonly scopes = new Map<string, OpenRequest>();
  /** What the client has last answered to questions of the process, which a new process would ask again. */
  private inputs: unknown = undefined;
  private restored = 0;
  private hasLostScope = false;

  /** Whether a request has no answer yet that is to have one while the connection lasts. */
  get hasOpen(): boolean {
    return [...this.open.values()].some(({ method }) => method !== STANDING);
  }

  /** Whether the session has a scope. A process that is not told of it has to say so. */
  get hasScope(): boolean {
    return this.scopes.size > 0;
  }

  /** Whether a scope could not be restored, so that answers may be about more than it. */
  get isScopeLost(): boolean {
    return this.hasLostScope;
  }

  /** Whether a line answers requests that stand, and nothing else. */
  isStanding(ids: readonly Id[]): boolean {
    return ids.length > 0 && ids.every((id) => this.open.get(id)?.method === STANDING);
  }

  /** Whether a line has a request; others belong to the process that has the requests before it. */
  hasRequest(line: string): boolean {
    return messagesIn(line).some(({ id, method }) => isId(id) && typeof method === "string");
  }

  /** Notes a line of the client. */
  sent(line: string): void {
    for (const message of messagesIn(line)) {
      const { id, method, params } = message;
      if (typeof method !== "string") continue;
      const given = isObject(params) ? params : {};
      this.inputs = given["inputResponses"] ?? this.inputs;
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
    for (const id of ids) {
      if (this.ours.get(id)?.method === "tools/call" && !isDone(line, id)) this.hasLostScope = true;
      this.ours.delete(id);
    }
    return !isForUs;
  }

  /**
   * The process is gone. Returns the requests that will not be answered: tool calls that it worked on, any of
   * which may have been its end, and what was lost twice. The others are part of `restore`.
   */
  lost(): readonly OpenRequest[] {
    this.ours.clear();
    const failed = [...this.open.values()].filter(
      ({ id, method }) => method !== STANDING && (this.resent.has(id) || this.atWork.has(id)),
    );
    for (const { id } of failed) this.forget(id);
    this.atWork.clear();
    return failed;
  }

  /** Nothing answers requests. Returns all that are open, which are given up. */
  abandon(): readonly OpenRequest[] {
    const given = [...this.open.values()];
    for (const { id } of given) this.forget(id);
    return given;
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

  /** A request as one of the proxy's own, with the client's answers to what the process may ask. */
  private again(request: OpenRequest): string {
    const id = `satori-restore-${++this.restored}`;
    this.ours.set(id, request);
    const { params, ...message } = JSON.parse(request.line) as { readonly params?: object };
    const inputs = this.inputs === undefined ? {} : { inputResponses: this.inputs };
    const extra = request.method === "tools/call" ? inputs : {};
    return JSON.stringify({ ...message, id, params: { ...extra, ...params } });
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

/** Whether the answer to a tool call in a line is that of a call that was done. */
function isDone(line: string, id: Id): boolean {
  const answer = messagesIn(line).find((message) => message.id === id);
  // A question to the client has no `isError`.
  return isObject(answer?.result) && answer.result["isError"] === false;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}
