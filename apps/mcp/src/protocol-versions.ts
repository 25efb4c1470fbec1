/** Protocol versions that this server distinguishes before the protocol layer sees a message. */
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";

/**
 * Versions of the newest era, in which each request names its version. The protocol layer exports no list of
 * them.
 */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Versions of both eras. */
export const ALL_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...SUPPORTED_PROTOCOL_VERSIONS];
/** Versions that allow batches of messages; later ones do not. */
export const BATCH_VERSIONS: readonly string[] = ["2024-11-05", "2025-03-26"];
