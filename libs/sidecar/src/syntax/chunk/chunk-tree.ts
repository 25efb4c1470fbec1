/**
 * Cuts a parsed file along its definitions: a definition that fits into a chunk is one, a larger one is cut
 * along the definitions inside it, and code between definitions is cut at line ends. The retrieval benchmark
 * decided the method and its constants (see docs/ranking.md).
 */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ChunkFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { Headers } from "./headers.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

/** Node types of definitions, by the words that grammars use for them. */
const DEFINITION =
  /^(function|method|class|struct|enum|trait|impl|interface|module|object|protocol|extension|record|namespace|constructor|type_alias|data_type|newtype|instance|macro|mod|union|companion_object|singleton_method|type)(_(definition|declaration|item|specifier|statement|signature|synonym))?$|decorated_definition|export_statement|public_field_definition|type_spec|lexical_declaration|preproc_function_def|template_declaration/;

/** Nodes around a definition that add something to it. */
const WRAPPER = /^(decorated_definition|export_statement|template_declaration)$/;

/** Nodes before a definition that belong to it. */
const LEADING = /comment|^attribute_item$|^annotation$/;

/** Chunks sorted by start. @param extra types of nodes, besides definitions, that start a chunk */
export function chunkTree(
  root: SyntaxNode,
  lines: LineIndex,
  extra: ReadonlySet<string>,
  headers: Headers,
): ChunkFact[] {
  const list = new PieceList(lines);
  cutNodes({ list, lines, extra }, root.children, lines.count + 1);
  return toChunks(list.pieces, lines, headers);
}

export interface TreeCut {
  readonly list: PieceList;
  readonly lines: LineIndex;
  readonly extra: ReadonlySet<string>;
}

/** Cuts the lines from the last cut up to but not including `endLine`, along the given nodes. */
export function cutNodes(
  { list, lines, extra }: TreeCut,
  roots: readonly (SyntaxNode | null)[],
  endLine: number,
): void {
  const walk = (
    nodes: readonly (SyntaxNode | null)[],
    endLine: number,
    depth: number,
    isWrapped = false,
  ): void => {
    // First line of the comments and attributes directly before the current node.
    let leadLine: number | null = null;
    for (const node of nodes) {
      if (!node) continue;
      if (LEADING.test(node.type)) {
        leadLine ??= node.startRow + 1;
        continue;
      }
      const start = node.startIndex;
      const end = node.endIndex;
      const firstLine = node.startRow + 1;
      const size = lines.charsBetween(start, end);
      const opensChunk = size >= SIDECAR_LIMITS.smallDefinitionChars && isDefinition(node.type, extra);
      const isLarge = size > SIDECAR_LIMITS.chunkChars;
      const canDescend = depth < SIDECAR_LIMITS.chunkDepth;
      const from = leadLine ?? firstLine;
      leadLine = null;
      if (opensChunk) {
        const after = lineAfter(node, lines);
        if (!isWrapped || !list.isBehindHead(from)) {
          list.unmarkHead();
          list.cutBefore(from);
        }
        const chars = lines.charsBetween(lines.startOf(from), lines.startOf(after));
        if (chars <= SIDECAR_LIMITS.chunkChars) list.takeWhole(after);
        else if (canDescend && node.namedChildCount > 0) {
          list.markHead();
          walk(node.children, after, depth + 1, WRAPPER.test(node.type));
        } else list.cutBefore(after);
      } else if (isLarge && canDescend && node.namedChildCount > 1) {
        if (!list.isBehindHead(firstLine)) list.cutBefore(firstLine);
        walk(node.children, lineAfter(node, lines), depth + 1);
      } else if (
        lines.charsBetween(lines.startOf(list.nextLine), end) > SIDECAR_LIMITS.chunkChars &&
        !list.isBehindHead(firstLine)
      ) {
        list.cutBefore(firstLine);
      }
    }
    list.cutBefore(endLine);
  };
  walk(roots, endLine, 0);
}

/** The first line after a node. */
function lineAfter(node: SyntaxNode, lines: LineIndex): number {
  return lines.lineAt(lines.filledEnd(node.startIndex, node.endIndex) - 1) + 1;
}

const verdicts = new Map<string, boolean>();

function isDefinition(type: string, extra: ReadonlySet<string>): boolean {
  let verdict = verdicts.get(type);
  if (verdict === undefined) verdicts.set(type, (verdict = DEFINITION.test(type)));
  return verdict || extra.has(type);
}
