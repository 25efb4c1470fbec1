/** Reads the state of an index from an answer of `manage_index`: an envelope, or prose of an older server. */
import { type ManageState } from "./manage-state.ts";
import {
  type AnyEnvelope,
  type ToolResult,
  envelopeIn,
  textAnswerIn,
  textsOf,
  unknownStatusOf,
} from "./envelope.ts";
import { parseLegacyManageText } from "./legacy-text.ts";

export interface ParsedManageStatus {
  readonly state: ManageState;
  /** `legacy_text` if the result is prose of an older server. */
  readonly source: "envelope" | "legacy_text";
}

/** State of an index according to a tool result; `unknown` if the result does not say. Never throws. */
export function parseManageStatus(result: ToolResult): ParsedManageStatus {
  const envelope = envelopeIn(result);
  if (envelope) return { state: manageStateOf(envelope), source: "envelope" };
  // The body of a text answer may be anybody's text, and says nothing about an index.
  return unknownStatusOf(result) === null && textAnswerIn(result) === null
    ? { state: parseLegacyManageText(textsOf(result).join("\n")), source: "legacy_text" }
    : { state: "unknown", source: "envelope" };
}

/**
 * State of an index according to an envelope. Gates mean the same for every tool; `unknown` if the envelope
 * says nothing about an index.
 */
export function manageStateOf(envelope: AnyEnvelope): ManageState {
  switch (envelope.status) {
    case "not_ready":
      return "indexing";
    case "requires_reindex":
    case "not_indexed":
      return envelope.status;
    case "error":
      return envelope.error?.code === "INDEX_FAILED" ? "indexfailed" : "unknown";
    case "ok":
      return envelope.tool === "manage_index" ? stateAfter(envelope) : "unknown";
    default:
      return "unknown";
  }
}

function stateAfter({
  action,
  runId,
}: Extract<AnyEnvelope, { tool: "manage_index"; status: "ok" }>): ManageState {
  switch (action) {
    case "status":
    case "sync":
      return "indexed";
    case "create":
    case "reindex":
      return runId ? "indexing" : "indexed";
    case "clear":
      return "not_indexed";
    default:
      // An action of a later version, which the type does not have.
      return "unknown";
  }
}
