/** Versions of the protocol that are told apart here, before the protocol layer looks at a message. */
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";

/**
 * Of the newest era, in which each request names its version: they stand in no list that the protocol layer
 * gives away.
 */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Of both eras. */
export const ALL_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...SUPPORTED_PROTOCOL_VERSIONS];
/** Those that have batches of messages: later ones have none. */
export const BATCH_VERSIONS: readonly string[] = ["2024-11-05", "2025-03-26"];
