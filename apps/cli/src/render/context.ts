/** Renders the answer of the result mode `context` as Markdown. Pure. */
import type { ContextEdge, ContextSection, OmittedCall, SearchContextOk } from "@satori/contracts";
import { atOption } from "../version-option.ts";
import { shellWord } from "../words.ts";
import { fenceAround, inCode } from "./markdown.ts";

/** Writes a call for the reader: as a command, or as a call of a tool. */
export type CallWriter = (call: OmittedCall) => string;

/** Sections with their code, then types, calls, and what was left out; separated by empty lines. */
export function renderContext(
  { sections, edges, omitted }: Pick<SearchContextOk, "sections" | "edges" | "omitted">,
  write: CallWriter,
): string {
  const code = sections.filter(({ role }) => role !== "type").map(sectionText);
  const types = sections.filter(({ role }) => role === "type").map(typeItem);
  return [
    ...code,
    ...list("Types", types),
    ...list("Calls", edges.map(edgeItem)),
    ...list(
      "More",
      omitted.map((call) => inCode(write(call))),
    ),
  ].join("\n\n");
}

function sectionText({ file, span, symbolLabel, role, alsoIn = [], content }: ContextSection): string {
  const symbol = symbolLabel === undefined ? "" : ` ${inCode(symbolLabel)}`;
  const fence = fenceAround(content);
  return [
    `## ${inCode(`${file}:${linesOf(span)}`)}${symbol} (${role})`,
    ...(alsoIn.length > 0 ? [`Also in ${alsoIn.map(inCode).join(", ")}.`] : []),
    `${fence}${extensionOf(file)}\n${content}\n${fence}`,
  ].join("\n\n");
}

/** A type as one line; its content is one numbered line. */
function typeItem({ file, content }: ContextSection): string {
  const [, line = "", text = ""] = /^(\d+) (.*)$/s.exec(content) ?? [];
  return `${inCode(`${file}:${line}`)} ${inCode(text.trim())}`;
}

function edgeItem({ from, to, confidence, site }: ContextEdge): string {
  const text = site.text === undefined ? "" : `: ${inCode(site.text)}`;
  const doubt = confidence === undefined ? "" : `, ${confidence}`;
  return `${inCode(from)} calls ${inCode(to)} (line ${site.line}${doubt})${text}`;
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}\n\n${items.map((item) => `- ${item}`).join("\n")}`];
}

/** The name of the language for highlighters, which know languages by their usual extensions. */
function extensionOf(file: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(file)?.[1] ?? "";
}

function linesOf({ startLine, endLine }: ContextSection["span"]): string {
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** A call as a command of `satori`. */
export function commandOf(call: OmittedCall): string {
  if (call.tool === "read_file") {
    const { path, start_line: start, end_line: end, ref } = call.args;
    return `satori read ${shellWord(`${path}:${start}-${end}`)}${atOption({}, ref)}`;
  }
  const { path, query, scope, limit, maxTokens, ref } = call.args;
  return [
    "satori context",
    shellWord(query),
    `--path ${shellWord(path)}`,
    ...(scope === undefined ? [] : [`--scope ${scope}`]),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    `--max-tokens ${maxTokens}${atOption({}, ref)}`,
  ].join(" ");
}
