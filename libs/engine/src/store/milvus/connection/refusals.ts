/** Turns errors of Milvus and its SDK into our errors. Pure. */
import { EngineError } from "../../../errors.ts";

/** A status of Milvus other than success. */
export class MilvusRefusal extends Error {
  override readonly name = "MilvusRefusal";

  constructor(
    readonly errorCode: string,
    readonly reason: string,
  ) {
    super(`${errorCode}: ${reason}`);
  }
}

interface Status {
  readonly error_code?: unknown;
  readonly reason?: unknown;
}

/**
 * The status of an answer: some answers are only a status, most contain one. Null if there is none, as when a
 * server does not know a call.
 */
function statusOf(answer: unknown): Status | null {
  const { status, error_code: code } = (answer ?? {}) as { status?: Status; error_code?: unknown };
  if (status && typeof status === "object") return status;
  return code === undefined ? null : (answer as Status);
}

/**
 * Throws `MilvusRefusal` unless the answer reports success. An empty answer means that the server does not
 * know the call.
 */
export function requireSuccess(answer: unknown): void {
  const status = statusOf(answer);
  if (status?.error_code === "Success") return;
  throw new MilvusRefusal(
    String(status?.error_code ?? "NotImplemented"),
    String(status?.reason ?? "the server does not support this call"),
  );
}

/** gRPC's codes: https://grpc.io/docs/guides/status-codes */
const GRPC = {
  cancelled: 1,
  deadline: 4,
  permission: 7,
  exhausted: 8,
  unavailable: 14,
  unauthenticated: 16,
} as const;

function grpcCode(error: unknown): number | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "number" && error instanceof Error ? code : null;
}

/**
 * Whether the same call may succeed a moment later. A restarted server reports that collections are
 * recovering.
 */
export function isPassing(error: unknown): boolean {
  const code = grpcCode(error);
  return (
    code === GRPC.unavailable ||
    code === GRPC.deadline ||
    code === GRPC.cancelled ||
    /rate ?limit|on recovering|in recovery/i.test(reasonOf(error))
  );
}

/**
 * Matches a missing collection or alias itself, not a missing part of one, because an index is given up if
 * its collection is gone.
 */
const MISSING =
  /(?:^|: )(?:collection|alias)(?: [^\s:]+)? (?:not found|not exist|doesn't exist|does not exist)|can't find (?:collection|alias)/i;

/** Whether a call failed because its collection or alias does not exist. */
export function isMissingCollection(error: unknown): boolean {
  const refusal = refusalIn(error);
  return (
    refusal instanceof MilvusRefusal &&
    !isPassing(refusal) &&
    (refusal.errorCode === "CollectionNotExists" || MISSING.test(refusal.reason))
  );
}

/** Whether a collection has to be loaded first, as after a restart of the server. */
export function isNotLoaded(error: unknown): boolean {
  return isRefused(error) && /not loaded|not fully loaded|'released'/i.test(reasonOf(refusalIn(error)));
}

/** Whether an index already exists, for servers that report this as an error. */
export function isIndexedAlready(error: unknown): boolean {
  return isRefused(error) && /index already exist/i.test(reasonOf(refusalIn(error)));
}

/** Whether the server rejected the call: it is reachable, and the same call will fail again. */
export function isRefused(error: unknown): boolean {
  const refusal = refusalIn(error);
  return refusal instanceof MilvusRefusal && !isPassing(refusal);
}

function refusalIn(error: unknown): unknown {
  return error instanceof MilvusRefusal ? error : ((error ?? {}) as { cause?: unknown }).cause;
}

/**
 * Whether the server has no room for another collection. Milvus has `maxCollections`; plans of Zilliz Cloud
 * have their own limits.
 */
export function isCollectionLimit(error: unknown): boolean {
  return (
    error instanceof MilvusRefusal &&
    /(exceed|limit|maximum|quota).*collection|collection.*(exceed|limit|maximum|quota)/i.test(error.reason)
  );
}

/**
 * Turns what the SDK throws instead of an error into one: statuses and whole answers. The SDK throws a
 * TypeError if it does not find a collection.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof TypeError && /reading 'fields'/.test(error.message))
    return new MilvusRefusal("CollectionNotExists", "no such collection");
  if (error instanceof Error) return error;
  const status = statusOf(error);
  return status ? new MilvusRefusal(String(status.error_code), String(status.reason)) : error;
}

/**
 * A `STORE_UNAVAILABLE` error that names the setting to change.
 *
 * @param doing the attempted operation: "search the collection x"
 * @param strike removes secrets from foreign texts
 */
export function unavailable(
  address: string,
  doing: string,
  error: unknown,
  strike: (text: string) => string,
): EngineError {
  const reason = strike(reasonOf(error));
  const code = grpcCode(error);
  const refusesToken =
    code === GRPC.unauthenticated || code === GRPC.permission || /auth|permission|privilege/i.test(reason);
  const message = refusesToken
    ? `Milvus at ${address} rejects the token: check MILVUS_TOKEN and MILVUS_DATABASE (${reason})`
    : isPassing(error)
      ? `Milvus at ${address} cannot be reached: check that it is running, and MILVUS_ADDRESS (${reason})`
      : `Milvus at ${address} cannot ${doing}: ${reason}`;
  return new EngineError("STORE_UNAVAILABLE", message, {
    cause: error,
    ...(isPassing(error) ? { retryAfterMs: 1_000 } : {}),
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof MilvusRefusal) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
