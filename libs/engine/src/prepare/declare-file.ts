/** Bytes of a version of a file → its declarations. Runs in workers. Pure except for the parser. */
import { createHash } from "node:crypto";
import {
  codeOnly,
  declaresLines,
  type DeclaringFile,
  type FileFacts,
  hasKeys,
  languageById,
  localSymbols,
  passedOnNames,
  publicSymbols,
  resolvesCalls,
  type SymbolFact,
  visibilityRuleOf,
} from "@satori/sidecar";
import { BIT, classifyPath } from "../lexical/path-class.ts";
import { type Declaration, type DeclaredOutcome, withoutName } from "../model/declared-file.ts";
import { analyzeBytes } from "./analyze-file.ts";
import { signaturesOf } from "./signature-shape.ts";
import type { DeclareTask, ParseMode } from "./work-task.ts";

/** Files whose declarations no other program uses, whatever the language says. */
const NOT_OFFERED =
  BIT.test_file |
  BIT.test_folder |
  BIT.fixture |
  BIT.docs |
  BIT.example |
  BIT.benchmark |
  BIT.vendored |
  BIT.config;
/** A longer declaration has no digest: those of all enclosing symbols would be read for each. */
const MAX_BODY_CHARS = 50_000;
const DIGEST_DIGITS = 24;

export async function declareFile(
  { path, bytes, companions }: DeclareTask,
  mode: ParseMode,
): Promise<DeclaredOutcome> {
  const analyzed = await analyzeBytes(path, bytes, { mode, detail: "outline" });
  if (analyzed.kind === "skipped") return { ...analyzed, path };
  const { text, facts, isDegraded, hasSyntaxErrors } = analyzed;
  const { language } = facts;
  const rule = visibilityRuleOf(language);
  const file = { ...facts, path, text, code: codeOf(facts, text), companions: textsOf(companions) };
  const isCode = isDeclaring(facts);
  return {
    kind: "declared",
    path,
    language,
    hasDeclarations: isCode,
    module: rule?.module ?? "file",
    hasVisibility: rule !== null,
    hasSyntaxErrors,
    isDegraded,
    declarations: isCode ? declarationsOf(file) : [],
  };
}

/** Headings, keys of data and rules of style sheets are no declarations. */
function isDeclaring({ language, symbols }: FileFacts): boolean {
  if (!hasDeclarations(language)) return false;
  return symbols.length === 0 || !symbols.every(isSection);
}

/** Whether files of a language declare what other files may use. */
export function hasDeclarations(language: string): boolean {
  return !hasKeys(language) && (resolvesCalls(language) || declaresLines(language));
}

function isSection({ kind }: SymbolFact): boolean {
  return kind === "section";
}

function codeOf({ language }: FileFacts, text: string): string {
  const lexis = languageById(language)?.lexicalRules;
  return lexis === undefined ? text : codeOnly(text, lexis);
}

function textsOf(companions: DeclareTask["companions"]): ReadonlyMap<string, string> {
  return new Map(companions.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
}

function declarationsOf(file: DeclaringFile & Pick<FileFacts, "language">): Declaration[] {
  const { symbols, path, text } = file;
  const rule = visibilityRuleOf(file.language);
  const isOffered = (classifyPath(path) & NOT_OFFERED) === 0;
  const visible = rule === null ? symbols.map(() => true) : publicSymbols(rule, file);
  const isLocal = localSymbols(symbols);
  /** Index of each symbol among the declarations; -1 for local symbols. */
  const positions: number[] = [];
  const declarations: Declaration[] = [];
  for (const [at, symbol] of symbols.entries()) {
    positions.push(isLocal[at] === true || isSection(symbol) ? -1 : declarations.length);
    if (positions[at] === -1) continue;
    declarations.push({
      kind: symbol.kind,
      name: symbol.name,
      label: symbol.label,
      parent: positions[symbol.parent] ?? -1,
      line: symbol.nameLine,
      ...signaturesOf(symbol, text, rule?.plainSignature),
      ...bodyOf(symbol, text),
      isPublic: isOffered && visible[at] === true,
    });
  }
  const passedOn = rule === null ? [] : passedOnNames(rule, file);
  return [...declarations, ...passedOn.map((passed) => reexport(passed, isOffered ? "offered" : "internal"))];
}

function reexport(
  { name, from, line }: { readonly name: string; readonly from: string | null; readonly line: number },
  use: "offered" | "internal",
): Declaration {
  return {
    kind: "reexport",
    name,
    label: name,
    parent: -1,
    line,
    signature: from === null ? null : `from ${from}`,
    shape: "",
    body: null,
    bodyWeight: 0,
    isPublic: use === "offered",
  };
}

/** A digest of the declaration in which every mention of its own name is the same. */
function bodyOf({ start, end, name }: SymbolFact, text: string): Pick<Declaration, "body" | "bodyWeight"> {
  if (end - start > MAX_BODY_CHARS) return { body: null, bodyWeight: end - start };
  const nameless = withoutName(text.slice(start, end), name).replace(/\s+/g, " ");
  const bodyWeight = nameless.replace(/[^\p{L}\p{N}]+/gu, "").length;
  if (bodyWeight === 0) return { body: null, bodyWeight };
  const body = createHash("sha256").update(nameless).digest("hex").slice(0, DIGEST_DIGITS);
  return { body, bodyWeight };
}
