/**
 * Answers of `manage_index` that every client has to understand in the same way: each status, reason, warning
 * and error, as envelopes and in older texts, with the expected interpretation.
 */
import {
  ERRORS,
  ERROR_CODES,
  type ErrorCode,
  type ExitCode,
  MANAGE_REASONS,
  MANAGE_STATUSES,
  type ManageState,
  type PollStep,
  type ToolResult,
  WARNING_CODES,
  exitCodeOf,
  failure,
} from "@satori/contracts";
import answers from "../../libs/contracts/src/testing/manage-answers.json" with { type: "json" };

export interface Scenario {
  readonly name: string;
  readonly result: ToolResult;
  /** State of the codebase; `unknown` if the answer does not say. */
  readonly state: ManageState;
  /** Exit code of a command that gets this answer. */
  readonly exitCode: ExitCode;
  /** Exit code of a command that waits for the end of a run; null if it keeps waiting. */
  readonly endCode: ExitCode | null;
}

interface CorpusEntry extends Omit<Scenario, "result" | "endCode"> {
  readonly poll: PollStep;
  readonly isError?: boolean;
  readonly envelope?: { readonly tool: string };
  readonly texts?: readonly string[];
}

export const asResult = (envelope: object, isError = false): ToolResult => ({
  isError,
  structuredContent: envelope,
  content: [{ type: "text", text: JSON.stringify(envelope) }],
});
export const oldText = (text: string, isError = false): ToolResult => ({
  isError,
  content: [{ type: "text", text }],
});

// Written by hand, for the corpus's own test.
const ofCorpus = (answers as readonly CorpusEntry[]).flatMap(
  ({ name, isError = false, envelope, texts = [], poll, ...decided }): Scenario[] => {
    const expected = { ...decided, endCode: poll.kind === "end" ? poll.exitCode : null };
    return [
      ...(envelope?.tool === "manage_index"
        ? [{ name, result: asResult(envelope, isError), ...expected }]
        : []),
      ...texts.map((text) => ({
        name: `${name}, said as "${text}"`,
        result: oldText(text, isError),
        ...expected,
      })),
    ];
  },
);
const resultOf = (wanted: string): ToolResult => ofCorpus.find(({ name }) => name === wanted)?.result ?? {};

/** An index answers. */
export const DONE = resultOf("an index answers").structuredContent as object;
/** A run is active. */
export const NOT_READY = resultOf("a run is active");
/** A run has begun. */
export const BEGUN = resultOf("a create that began a run");

/** Only ignore rules changed. */
export const BLOCKED = resultOf("a reindex is refused");

/** What a failure says about the index's state: only one code says anything. */
const failureState = (code: ErrorCode): ManageState => (code === "INDEX_FAILED" ? "indexfailed" : "unknown");

export const SCENARIOS: readonly Scenario[] = [
  ...ofCorpus,
  ...WARNING_CODES.map((code): Scenario => ({
    name: `the warning ${code}`,
    result: asResult({ ...DONE, warnings: [code] }),
    state: "indexed",
    exitCode: 0,
    endCode: 0,
  })),
  ...ERROR_CODES.map((code): Scenario => {
    const exitCode = exitCodeOf("error", code);
    return {
      name: `the error ${code}`,
      result: asResult(failure("manage_index", { code, message: ERRORS[code].meaning }, 1), true),
      state: failureState(code),
      exitCode,
      endCode: exitCode,
    };
  }),
];

/** Names that the scenarios have to cover. */
export const ALL_NAMES: readonly string[] = [
  ...MANAGE_STATUSES,
  ...MANAGE_REASONS,
  ...WARNING_CODES,
  ...ERROR_CODES,
];
