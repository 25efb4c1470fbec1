/** The changed symbols of an impact, by file. */
import { printable } from "@satori/contracts";
import { Group } from "../../parts/group.tsx";
import { Link } from "../../parts/link.tsx";
import { fileOf } from "../../routing/route.ts";
import { count, number } from "../../wording.ts";
import {
  type Changed,
  changedFiles,
  type ImpactAnswer,
  type ImpactVersions,
  openAtFirst,
} from "./impact-groups.ts";
import { changedCount, changeWords, formerly } from "./impact-words.ts";

/** A part of the page about an answer. */
export interface ImpactPartProps {
  readonly answer: ImpactAnswer;
  readonly versions: ImpactVersions;
  /** The page's address: groups of different pages are opened independently. */
  readonly page: string;
}

export function ChangedSymbols({ answer, versions, page }: ImpactPartProps) {
  const { changed, counts, tests } = answer;
  const files = changedFiles(changed);
  const total = changedCount(counts);
  const unreached = new Set(tests.unreached.map((at) => changed[at]));
  const open = openAtFirst(files.map(({ symbols }) => symbols.length));
  return (
    <section aria-label="Changed symbols">
      <h2>
        Changed symbols{" "}
        <span class="quiet">
          {total > changed.length ? `${number(changed.length)} of ` : ""}
          {number(total)} in {count(files.length, "file")}
        </span>
      </h2>
      {files.map(({ file, symbols }, nth) => (
        <Group
          key={file}
          id={`${page} changed ${file}`}
          startsOpen={open[nth] ?? false}
          title={
            <>
              <span class="file">{printable(file)}</span>{" "}
              <span class="quiet">{count(symbols.length, "symbol")}</span>
            </>
          }
        >
          {() => (
            <ul class="changed">
              {symbols.map((symbol, at) => (
                <li key={at}>
                  <ChangedSymbol of={symbol} versions={versions} isReached={!unreached.has(symbol)} />
                </li>
              ))}
            </ul>
          )}
        </Group>
      ))}
    </section>
  );
}

function ChangedSymbol({
  of: symbol,
  versions: { before, after },
  isReached,
}: {
  readonly of: Changed;
  readonly versions: ImpactVersions;
  readonly isReached: boolean;
}) {
  const { change, kind, file, line, affected, proven, examined } = symbol;
  const was = formerly(symbol);
  return (
    <>
      <p>
        <span class={`change ${change}`}>{changeWords(change)}</span>{" "}
        <Link to={fileOf(change === "removed" ? before : after, file, { startLine: line, endLine: null })}>
          <span class="symbol">{printable(symbol.symbol)}</span>
        </Link>{" "}
        <span class="quiet">
          {kind} · line {line}
          {was === "" ? "" : ` · ${printable(was)}`} · {number(affected)} affected
          {isReached ? "" : " · no test is known to reach it"}
        </span>
      </p>
      <Signatures of={symbol} />
      {proven === true ? (
        <p class="proven">
          Proven: nothing else in this codebase calls or uses it
          {examined === undefined
            ? ""
            : ` (read: ${count(examined.files, "file")}; ${count(examined.occurrences, "occurrence")} of its name)`}
          .
        </p>
      ) : null}
    </>
  );
}

/** Before and after, if they differ. An empty one says no more than the name. */
function Signatures({ of: { symbol, signature = symbol, before, change } }: { readonly of: Changed }) {
  if (before?.signature === undefined)
    return signature === symbol || change === "cosmetic" ? null : (
      <pre class="hunk">{printable(signature)}</pre>
    );
  return (
    <pre class="hunk">
      <span class="removed">
        - {printable(before.signature || (before.symbol ?? symbol))}
        {"\n"}
      </span>
      <span class="added">
        + {printable(signature)}
        {"\n"}
      </span>
    </pre>
  );
}
