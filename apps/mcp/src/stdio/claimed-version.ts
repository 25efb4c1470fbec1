/**
 * Checks the protocol version that a request names, as every request of the newest era does. The protocol
 * layer only checks the first request.
 */
import {
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { MODERN_VERSIONS } from "../protocol-versions.ts";

/**
 * The error for a request that names an unsupported version. Null if it names none or a supported one, and
 * for the handshake of the earlier era. Pure.
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
