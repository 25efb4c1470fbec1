/** One result of a search: its location, its preview, and links. */
import { isChunkResult, printable } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";
import { Code } from "../../parts/code.tsx";
import { Link } from "../../parts/link.tsx";
import { HistoryLink } from "../../parts/history-link.tsx";
import { ImpactLink } from "../../parts/impact-link.tsx";
import { fileOf, GRAPH_DEFAULTS, type VersionedPath } from "../../routing/route.ts";

type AnyResult = OkOf<"search_codebase">["results"][number];

export function Result({
  result,
  version,
  pattern,
}: {
  readonly result: AnyResult;
  readonly version: VersionedPath;
  readonly pattern: RegExp | null;
}) {
  const { file, span, language = "text", symbolLabel } = result;
  const text = isChunkResult(result) ? result.content : result.preview;
  const { previewStartLine = span.startLine, collapsedChunkCount = 1 } = isChunkResult(result) ? {} : result;
  const slash = file.lastIndexOf("/") + 1;
  return (
    <li class="result">
      <h2>
        <Link to={fileOf(version, file, span)} isStop>
          {symbolLabel ? (
            <>
              <span class="symbol">{printable(symbolLabel)}</span>{" "}
            </>
          ) : null}
          <span class="file">
            <span class="quiet">{printable(file.slice(0, slash))}</span>
            {printable(file.slice(slash))}:{span.startLine}-{span.endLine}
          </span>
        </Link>
      </h2>
      {text === undefined ? null : (
        <Code text={text} language={language} firstLine={previewStartLine} pattern={pattern} />
      )}
      <Copies result={result} version={version} />
      <p class="ways">
        <span class="quiet">
          {language}
          {collapsedChunkCount > 1 ? ` · stands for ${collapsedChunkCount} chunks` : ""}
        </span>
        <SymbolPages result={result} version={version} />
      </p>
    </li>
  );
}

/** Links to the other files that have the same passage. */
function Copies({
  result: { alsoIn = [] },
  version,
}: {
  readonly result: AnyResult;
  readonly version: VersionedPath;
}) {
  if (alsoIn.length === 0) return null;
  return (
    <p class="quiet">
      also in{" "}
      {alsoIn.map((file, at) => (
        <span key={file}>
          {at === 0 ? "" : ", "}
          <Link to={fileOf(version, file)}>{printable(file)}</Link>
        </span>
      ))}
    </p>
  );
}

/** Links to what calls it, what it calls, and how it came about. */
function SymbolPages({ result, version }: { readonly result: AnyResult; readonly version: VersionedPath }) {
  if (isChunkResult(result) || !("symbolRef" in result.callGraphHint)) return null;
  const { symbolId } = result.callGraphHint.symbolRef;
  return (
    <>
      {(["callers", "callees"] as const).map((direction) => (
        <Link
          key={direction}
          to={{ view: "graph", ...version, symbol: symbolId, ...GRAPH_DEFAULTS, direction }}
        >
          {direction}
        </Link>
      ))}
      <HistoryLink version={version} symbol={symbolId} />
      <ImpactLink version={version} symbol={symbolId} />
    </>
  );
}
