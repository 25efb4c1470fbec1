/** What people see of each tool's answer. Pure. */
import {
  type AnyEnvelope,
  type CallGraphOk,
  type CodebaseEntry,
  type ContextSection,
  type SearchCodebaseOk,
  type Span,
  counted,
  isChunkResult,
  callEdges,
} from "@satori/contracts";

/** The answer in one line. */
export function summaryOf(envelope: AnyEnvelope): string {
  if (envelope.status === "error") return `${envelope.error.code}: ${envelope.error.message}`;
  if (envelope.status !== "ok") return `${envelope.status.replaceAll("_", " ")}: ${envelope.message}`;
  switch (envelope.tool) {
    case "list_codebases": {
      const { ready, indexing, requiresReindex, failed } = envelope.codebases;
      const counts = (
        [
          [ready, "ready"],
          [indexing, "being indexed"],
          [requiresReindex, "requires reindex"],
          [failed, "failed"],
        ] as const
      ).flatMap(([entries, state]) => (entries.length > 0 ? [`${entries.length} ${state}`] : []));
      return counts.length > 0 ? `codebases: ${counts.join(", ")}` : "no codebases";
    }
    case "manage_index":
      return envelope.message;
    case "search_codebase":
      return "sections" in envelope
        ? `${counted(envelope.sections.length, "section")}, confidence ${envelope.confidence}`
        : `${counted(envelope.results.length, "result")}, confidence ${envelope.confidence}`;
    case "file_outline":
      return `${counted(envelope.outline.symbols.length, "symbol")}${envelope.hasMore ? ", and more" : ""}`;
    case "call_graph":
      return `${counted(envelope.nodes.length, "symbol")}, ${counted(envelope.edges.length, "call")}`;
    case "read_file":
      return `lines ${envelope.startLine}-${envelope.endLine} of ${envelope.totalLines}`;
    default:
      return envelope.message ?? "ok";
  }
}

/** The lines of an expanded answer. */
export function linesOf(envelope: Extract<AnyEnvelope, { status: "ok" }>): string[] {
  switch (envelope.tool) {
    case "list_codebases":
      return Object.values(envelope.codebases).flat().map(codebaseLine);
    case "manage_index":
      return [envelope.humanText];
    case "search_codebase":
      return "sections" in envelope
        ? envelope.sections.flatMap(sectionLines)
        : envelope.results.flatMap(resultLines);
    case "file_outline":
      return envelope.outline.symbols.map(
        ({ span, kind, symbolLabel }) => `${range(span)} ${kind} ${symbolLabel}`,
      );
    case "call_graph":
      return callLines(envelope);
    case "read_file":
      return [envelope.content];
    default:
      return [];
  }
}

function codebaseLine({ path, state, files }: CodebaseEntry): string {
  return `${path}  ${state.replaceAll("_", " ")}, ${counted(files, "file")}`;
}

type SearchResult = SearchCodebaseOk["results"][number];

function sectionLines({ file, span, symbolLabel, content }: ContextSection): string[] {
  return [`${file}:${range(span)} ${symbolLabel ?? ""}`, ...content.split("\n").map((line) => `  ${line}`)];
}

function resultLines(result: SearchResult): string[] {
  const text = isChunkResult(result) ? result.content : result.preview;
  return [
    `${result.file}:${range(result.span)} ${result.symbolLabel ?? ""}`,
    ...(text === undefined ? [] : text.split("\n").map((line) => `  ${line}`)),
  ];
}

function callLines(answer: CallGraphOk): string[] {
  const labels = new Map(answer.nodes.map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]));
  return callEdges(answer).map(
    ({ from, to, site, confidence }) =>
      `${labels.get(from) ?? from} → ${labels.get(to) ?? to}  ` +
      `${site.file}:${site.line}${confidence === "resolved" ? "" : ` (${confidence.replaceAll("_", " ")})`}`,
  );
}

function range({ startLine, endLine }: Span): string {
  return `${startLine}-${endLine}`;
}
