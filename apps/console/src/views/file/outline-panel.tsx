/** The outline of a file, next to its text. */
import type { SatoriClient } from "@satori/client";
import { isFunctionKind, LIMITS, type SymbolKind, printable } from "@satori/contracts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../connection/use-answer.ts";
import { HistoryLink } from "../../parts/history-link.tsx";
import { Link } from "../../parts/link.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Wire } from "../../parts/wire.tsx";
import { type OkOf, WithAnswer } from "../../parts/with-answer.tsx";
import { type FileRoute, GRAPH_DEFAULTS, refArgument } from "../../routing/route.ts";
import { count, kindMark, number, words } from "../../wording.ts";

type OutlineSymbol = OkOf<"file_outline">["outline"]["symbols"][number];

export function OutlinePanel({ client, at }: { readonly client: SatoriClient; readonly at: FileRoute }) {
  const args = { path: at.path, file: at.file, limitSymbols: LIMITS.outline.maximum, ...refArgument(at.ref) };
  const ask = useAnswer(client, "file_outline", args);
  return (
    <aside aria-label="Outline">
      <WithAnswer of={ask} instead={({ message = "" }) => <NoOutline message={message} />}>
        {(answer) => (
          <>
            <Symbols symbols={answer.outline.symbols} at={at} />
            {answer.hasMore ? (
              <p class="quiet">The file has more symbols than an outline can list: search for their names.</p>
            ) : null}
            <Wire tool="file_outline" args={args} answer={answer} />
          </>
        )}
      </WithAnswer>
    </aside>
  );
}

function NoOutline({ message }: { readonly message: string }) {
  return (
    <p class="quiet">
      <Prose text={message} />
    </p>
  );
}

function Symbols({ symbols, at }: { readonly symbols: readonly OutlineSymbol[]; readonly at: FileRoute }) {
  const [filter, setFilter] = useState("");
  const depths = useMemo(() => depthsOf(symbols), [symbols]);
  const wanted = filter.trim().toLowerCase();
  const shown = symbols.filter(({ symbolLabel }) => symbolLabel.toLowerCase().includes(wanted));
  const list = useRef<HTMLUListElement>(null);
  // The last one is the innermost.
  useEffect(
    () => showWithin([...(list.current?.querySelectorAll<HTMLElement>(".current") ?? [])].at(-1)),
    [symbols, at.startLine],
  );
  return (
    <>
      <input
        type="search"
        aria-label="Filter the outline"
        placeholder="Filter by name"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <p class="quiet" role="status">
        {shown.length === symbols.length ? "" : `${number(shown.length)} of `}
        {count(symbols.length, "symbol")}
      </p>
      <ul class="outline" ref={list}>
        {shown.map((symbol) => (
          <SymbolLine
            key={symbol.symbolId}
            symbol={symbol}
            at={at}
            depth={wanted === "" ? (depths.get(symbol.symbolId) ?? 0) : 0}
          />
        ))}
      </ul>
    </>
  );
}

/** Scrolls the panel around an element, but not the page, which shows the text of the file. */
function showWithin(element: HTMLElement | undefined): void {
  const around = element?.closest("aside");
  if (!element || !around) return;
  const below = element.getBoundingClientRect().bottom - around.getBoundingClientRect().bottom;
  const above = around.getBoundingClientRect().top - element.getBoundingClientRect().top;
  if (below > 0) around.scrollTop += below + around.clientHeight / 2;
  else if (above > 0) around.scrollTop -= above + around.clientHeight / 2;
}

function SymbolLine({
  symbol: { symbolId, symbolLabel, kind, span, signature, doc },
  at,
  depth,
}: {
  readonly symbol: OutlineSymbol;
  readonly at: FileRoute;
  readonly depth: number;
}) {
  const isCurrent = at.startLine !== null && at.startLine >= span.startLine && at.startLine <= span.endLine;
  const name =
    depth === 0
      ? symbolLabel
      : symbolLabel.slice(
          Math.max(
            symbolLabel.lastIndexOf("."),
            symbolLabel.lastIndexOf("::") + 1,
            symbolLabel.lastIndexOf("#"),
          ) + 1,
        );
  // A newer server may have kinds that this page does not know.
  const isCalled = kind === "class" || isFunctionKind(kind as SymbolKind);
  return (
    <li class={isCurrent ? "current" : ""} style={{ "--depth": depth }}>
      <Link
        to={{ ...at, startLine: span.startLine, endLine: span.endLine, symbol: null }}
        title={[signature, doc].filter(Boolean).join("\n")}
      >
        <abbr class="kind" title={words(kind)}>
          {kindMark(kind)}
        </abbr>
        <span>{printable(name)}</span>
      </Link>
      {isCalled ? (
        <Link
          to={{ view: "graph", path: at.path, ref: at.ref, symbol: symbolId, ...GRAPH_DEFAULTS }}
          class="quiet calls"
          title={`Callers and callees of ${symbolLabel}`}
        >
          calls
        </Link>
      ) : null}
      <HistoryLink version={at} symbol={symbolId} class="quiet calls" />
    </li>
  );
}

// The nesting depth of each symbol in an outline. Pure.

/**
 * Depths by id; 0 at the top level, for a symbol whose parent is not listed, and for one that would contain
 * itself.
 */
export function depthsOf(
  symbols: readonly { readonly symbolId: string; readonly parent?: string }[],
): Map<string, number> {
  const parents = new Map(symbols.map(({ symbolId, parent }) => [symbolId, parent]));
  const depthOf = (id: string): number => {
    const above = new Set([id]);
    for (let at = parents.get(id) ?? null; at !== null && parents.has(at); at = parents.get(at) ?? null) {
      if (above.has(at)) return 0;
      above.add(at);
    }
    return above.size - 1;
  };
  return new Map(symbols.map(({ symbolId }) => [symbolId, depthOf(symbolId)]));
}
