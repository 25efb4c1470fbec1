/** Turns what a change affects into the part of the answer that lists it. */
import { type AffectedFile, type AffectedSymbol, type ImpactSite, LIMITS } from "@satori/contracts";
import { type FileId, NONE, type ScopeRef, type SymbolFact } from "@satori/sidecar";
import { testOrExampleIn } from "../graph/test-or-example.ts";
import { textOfLine } from "../graph/response/describe-graph.ts";
import { compareText, nameOf } from "../model/paths.ts";
import type { IndexedContent } from "../store/store.ts";
import type { DependentSite } from "./dependents.ts";
import type { VersionGraph } from "./version-graph.ts";
import type { Affected } from "./walk.ts";

/** Describes places of one version of the codebase. */
export class AffectedCode {
  private readonly lineAt: (file: FileId, line: number) => string;

  private constructor(
    private readonly graph: VersionGraph,
    private readonly contents: ReadonlyMap<FileId, IndexedContent>,
  ) {
    this.lineAt = textOfLine(contents);
  }

  /** Reads the files of some steps, and of the steps that follow. */
  static async of(graph: VersionGraph, affected: readonly Affected[]): Promise<AffectedCode> {
    const files = new Set<FileId>();
    for (const each of affected)
      for (let step: Affected | null = each; step; step = step.next) files.add(step.from.file);
    const read = [...files].sort((left, right) => left - right);
    const contents = await graph.view.contents(read);
    return new AffectedCode(graph, new Map(read.map((file, at) => [file, contents[at] as IndexedContent])));
  }

  /**
   * Files by smallest distance, then program before tests and examples, then by path; in each, symbols by
   * distance, line, and changed symbol.
   */
  files(affected: readonly Affected[]): readonly AffectedFile[] {
    const byFile = new Map<FileId, AffectedSymbol[]>();
    for (const each of affected) {
      const listed = byFile.get(each.from.file);
      if (listed) listed.push(this.symbol(each));
      else byFile.set(each.from.file, [this.symbol(each)]);
    }
    const isAside = testOrExampleIn(this.graph.view);
    return [...byFile]
      .map(([file, symbols]) => ({
        isAside: isAside(file),
        file: this.graph.view.files.paths[file] as string,
        symbols: symbols.sort(inOrder),
      }))
      .sort(
        (left, right) =>
          distanceOf(left) - distanceOf(right) ||
          Number(left.isAside) - Number(right.isAside) ||
          compareText(left.file, right.file),
      )
      .map(({ file, symbols }) => ({ file, symbols }));
  }

  private symbol({ from, distance, relation, confidence, of, next, sites }: Affected): AffectedSymbol {
    const symbol = this.symbolAt(from);
    const through: string[] = [];
    for (let step = next; step; step = step.next) through.push(this.labelOf(step.from));
    const shown = this.sites(from.file, sites);
    return {
      ...(symbol ? { symbol: symbol.label, kind: symbol.kind, line: symbol.nameLine } : {}),
      distance,
      relation,
      confidence,
      of,
      ...(through.length > 0 ? { through } : {}),
      sites: shown.kept,
      ...(shown.kept.length < shown.total ? { totalSites: shown.total } : {}),
    };
  }

  /** Lines that no longer fit come before others, if there are too many. */
  private sites(
    file: FileId,
    sites: readonly DependentSite[],
  ): { readonly kept: readonly ImpactSite[]; readonly total: number } {
    const byLine = new Map<number, DependentSite>();
    for (const site of sites) {
      const known = byLine.get(site.line);
      if (!known?.misfit) byLine.set(site.line, site);
    }
    const all = [...byLine.values()].sort(
      (left, right) => Number(!left.misfit) - Number(!right.misfit) || left.line - right.line,
    );
    const kept = all
      .slice(0, LIMITS.changeImpact.maxSites)
      .sort((left, right) => left.line - right.line)
      .map(({ line, misfit }): ImpactSite => ({
        line,
        text: this.lineAt(file, line),
        ...(misfit ? { misfit } : {}),
      }));
    return { kept, total: all.length };
  }

  private labelOf(ref: ScopeRef): string {
    return this.symbolAt(ref)?.label ?? nameOf(this.graph.view.files.paths[ref.file] as string);
  }

  private symbolAt({ file, scope }: ScopeRef): SymbolFact | undefined {
    const position = this.graph.view.calls.flow(file)?.scopes[scope]?.symbol ?? NONE;
    return this.contents.get(file)?.symbols[position];
  }
}

function distanceOf({ symbols: [first] }: { readonly symbols: readonly AffectedSymbol[] }): number {
  return first?.distance ?? 0;
}

function inOrder(left: AffectedSymbol, right: AffectedSymbol): number {
  return (
    left.distance - right.distance ||
    (left.line ?? 0) - (right.line ?? 0) ||
    left.of - right.of ||
    (left.sites[0]?.line ?? 0) - (right.sites[0]?.line ?? 0) ||
    compareText(left.relation, right.relation)
  );
}
