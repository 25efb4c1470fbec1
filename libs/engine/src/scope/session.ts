/** Which session a call belongs to. Its id travels with the work of the call, however deep. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** What the transport of a call says of its session. */
export interface SessionIds {
  /** Of the header `X-Session-ID`. */
  readonly header: string | null;
  /** Of a transport that has sessions of its own; over stdio the process is one. */
  readonly transport: string | null;
}

export interface Session {
  readonly id: string;
  /** Nobody knows the id yet but this call: its answer tells it. */
  readonly isNew: boolean;
  /**
   * The call's own arguments name it. A header alone says little: clients send one of their own making with
   * every call, whether they set a scope or not.
   */
  readonly isAsked: boolean;
}

const storage = new AsyncLocalStorage<Session | null>();

/** For calls of which no transport says anything: the process is one session. */
const OF_PROCESS: SessionIds = { header: null, transport: randomUUID() };

/**
 * The header's, else the one that the arguments name, else the transport's, else a new one.
 *
 * @param asked by the arguments of the call
 */
export function sessionOf(
  asked: string | undefined,
  { header, transport }: SessionIds = OF_PROCESS,
): Session {
  const id = header ?? asked ?? transport;
  return { id: id ?? randomUUID(), isNew: id === null, isAsked: asked !== undefined && asked === id };
}

export function withSession<Result>(session: Session | null, work: () => Result): Result {
  return storage.run(session, work);
}

/** Null outside of calls, and in those that belong to none. */
export function currentSession(): Session | null {
  return storage.getStore() ?? null;
}

/**
 * With whom a call takes turns: its session. All whose session nobody knows yet are one, else each call of
 * one client would count as a client.
 */
export function currentClient(): string {
  const session = currentSession();
  return session === null || session.isNew ? "" : session.id;
}
