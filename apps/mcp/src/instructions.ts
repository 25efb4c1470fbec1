/** The instructions that a server gives to the model that uses it: advice to act on, for its tools. Pure. */
import { type AnswerForm, TOOL_NAMES, type ToolName } from "@satori/contracts";

/** Clients cut longer instructions. */
export const MAX_INSTRUCTIONS_CHARS = 2_048;

/**
 * Advice, by paragraph. A line applies if the server offers every tool that it names; of several
 * alternatives, the first that applies is used.
 */
const PARAGRAPHS: readonly (readonly (readonly string[])[])[] = [
  [
    [
      "Satori answers from an index of the code (search_codebase), kept up to date with the disk. Choose:",
      "Satori searches the code on this machine (search_text: the disk; semantic_search: an index). Choose:",
    ],
    [
      "- question in words, unfamiliar code, error message: search_codebase, not a series of greps; with " +
        "resultMode context, one call returns the code that answers, within maxTokens",
    ],
    [
      "- exact string or regular expression: search_text",
      "- exact string that you know: grep, not search_codebase",
    ],
    [
      "- who calls or uses a symbol, what it calls: call_graph (grep adds namesakes)\n" +
        "- what a change breaks, made or planned, and tests to run: change_impact",
      "- who calls or uses a symbol, what it calls, what a change affects: call_graph (grep adds namesakes)",
      "- what a change breaks, made or planned, and tests to run: change_impact",
    ],
    ["- long file: file_outline before you read it"],
    ["- one function or class: read_file with open_symbol, or the lines of a result, not the whole file"],
    ["- files by name or folder: list_paths"],
    ["- subtypes, supertypes, overrides: type_hierarchy"],
    ["- why a symbol is as it is, or what broke it: symbol_history"],
    [
      "- code of another branch, tag or commit: `ref` of search_codebase, file_outline, call_graph, " +
        "read_file; no checkout",
    ],
    ["- how two versions differ: compare_versions"],
    ["- dead code: unused_symbols"],
    ["- several codebases at once, or whole passages: semantic_search"],
    ["- only some codebases, folders or languages from now on: set_scope"],
  ],
  [
    [
      "Usual chain: search_codebase, then call_graph with a result's symbolRef, or read_file with its file. " +
        "Short files and known paths: read them directly.",
    ],
    [
      "Leave out `path` to work on the session's root (read_file then takes `file`); manage_index always " +
        "needs it. `file` is relative to the root of the codebase. list_codebases shows what is indexed.",
    ],
    [
      "If a status is not ok, do not repeat the call: make the next one, which `hints` contain. not_indexed: " +
        "manage_index create, then status until ok.",
    ],
  ],
  [
    [
      "Docs and code of this workspace: start with smart_search, for words, names or quoted text; exact text " +
        "line by line: workspace_search. workspace_read reads what they find; list_dir lists folders. Paths " +
        "are relative to the root that `repo` names; without `repo`, both are searched.",
    ],
  ],
];

/** How to read answers that are compact text. */
const READING_TEXT =
  "Results are text: a line with warnings, confidence and root, then the results, then lines `next:` with " +
  "useful calls. All other answers are JSON envelopes.";

/** What files in answers of core tools are relative to: text names it in another way than an envelope. */
const ROOT_OF: Readonly<Record<"text" | "envelope", string>> = {
  text: "Files are relative to that root.",
  envelope: "Files in an answer are relative to its effectiveRoot or, if it has none, to its path.",
};

/** Names every offered tool, and no other; at most `MAX_INSTRUCTIONS_CHARS`. Empty without tools. */
export function instructionsFor(tools: readonly { readonly name: ToolName }[], answers: AnswerForm): string {
  const offered = new Set(tools.map(({ name }) => name));
  const paragraphs = PARAGRAPHS.map((lines) =>
    lines.flatMap((alternatives) => alternatives.find((line) => namesOnly(line, offered)) ?? []).join("\n"),
  );
  const isText = answers === "text";
  const reading = [
    ...(offered.size > 0 && isText ? [READING_TEXT] : []),
    ...(offered.has("search_codebase") ? [ROOT_OF[isText ? "text" : "envelope"]] : []),
  ].join(" ");
  return [...paragraphs, reading].filter((paragraph) => paragraph !== "").join("\n\n");
}

/** Whether all tools that the line names are offered. A line that names none needs no tool. */
function namesOnly(line: string, offered: ReadonlySet<ToolName>): boolean {
  return TOOL_NAMES.every((name) => offered.has(name) || !new RegExp(`\\b${name}\\b`).test(line));
}
