/** The session of the current call. Its id is available anywhere in the work of the call. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Session ids that the transport of a call supplies. */
export interface SessionIds {
  /** Value of the header `X-Session-ID`. */
  readonly header: string | null;
  /** Id of the transport's own session; over stdio, the connection is one session. */
  readonly transport: string | null;
  /**
   * Whether ids in arguments are names that only this transport's session knows: in a process that several
   * clients share without knowing of each other, two may choose the same name.
   */
  readonly namesArePrivate?: boolean;
}

export interface Session {
  /** Under which scopes are stored. */
  readonly id: string;
  /** The id that the client knows. */
  readonly name: string;
  /** Only this call knows the id so far; its answer returns it. */
  readonly isNew: boolean;
  /**
   * The arguments of the call name the session. A header alone means little: clients send an id of their own
   * with every call, whether they have set a scope or not.
   */
  readonly isAsked: boolean;
}

const storage = new AsyncLocalStorage<Session | null>();

/** For calls without transport information, as of a command: the whole process is one session. */
const OF_PROCESS: SessionIds = { header: null, transport: randomUUID() };

/**
 * The session of a call: the header's id, else the one in the arguments, else the transport's, else a new
 * one.
 *
 * @param asked id in the arguments of the call
 */
export function sessionOf(
  asked: string | undefined,
  { header, transport, namesArePrivate = false }: SessionIds = OF_PROCESS,
): Session {
  const given = header ?? asked ?? transport;
  const name = given ?? randomUUID();
  const isAsked = asked !== undefined && asked === given;
  const isPrivate = namesArePrivate && isAsked && asked !== transport;
  return { id: isPrivate ? `${transport}/${name}` : name, name, isNew: given === null, isAsked };
}

/** Runs work in which `currentSession` returns this session. */
export function withSession<Result>(session: Session | null, work: () => Result): Result {
  return storage.run(session, work);
}

/** Null outside calls, and in calls without a session. */
export function currentSession(): Session | null {
  return storage.getStore() ?? null;
}

/**
 * The client for taking turns: the session of the call. All calls in new sessions count as one client;
 * otherwise each of them would count as a client of its own.
 */
export function currentClient(): string {
  const session = currentSession();
  return session === null || session.isNew ? "" : session.id;
}
