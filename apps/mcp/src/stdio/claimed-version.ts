/**
 * The version of the protocol that a request names, as those of the newest era do. The protocol layer looks
 * at that of the first one alone.
 */
import {
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { MODERN_VERSIONS } from "../protocol-versions.ts";

/**
 * The answer to a request that names a version which is not spoken here; null where it names none, or one
 * that is, and for the handshake of the earlier era. Pure.
 */
export function refusedVersion({ id, method, params }: JSONRPCRequest): JSONRPCErrorResponse | null {
  const requested = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (method === "initialize" || typeof requested !== "string" || MODERN_VERSIONS.includes(requested))
    return null;
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: [...MODERN_VERSIONS],
    requested,
  });
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}
