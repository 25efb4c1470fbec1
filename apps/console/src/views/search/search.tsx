/** A question and its results. */
import { useMemo } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { type SearchCodebaseInput, questionPattern } from "@satori/contracts";
import { useAnswer } from "../../connection/use-answer.ts";
import { WithAnswer } from "../../parts/with-answer.tsx";
import { RestoredScroll } from "../../parts/restored-scroll.tsx";
import { Wire } from "../../parts/wire.tsx";
import type { SearchRoute } from "../../routing/route.ts";
import { Filters } from "./filters.tsx";
import { Result } from "./result.tsx";
import { SearchNotes } from "./search-notes.tsx";

export function SearchView({ client, at }: { readonly client: SatoriClient; readonly at: SearchRoute }) {
  const { path, query, scope, groupBy, limit } = at;
  const args: SearchCodebaseInput | null =
    path === "" || query === "" ? null : { path, query, scope, groupBy, limit };
  const ask = useAnswer(client, "search_codebase", args);
  const pattern = useMemo(() => questionPattern(query), [query]);
  return (
    <>
      <h1 class="unseen">{query === "" ? "Search" : `Results for ${query}`}</h1>
      <Filters at={at} />
      {args === null ? (
        <p class="quiet">
          Ask in plain words, by identifier, or with quoted text. A question may begin with operators:{" "}
          <code>lang:ts path:src/** -path:vendor/** must:text exclude:text</code>
        </p>
      ) : (
        <WithAnswer of={ask}>
          {(answer) => (
            <>
              <SearchNotes answer={answer} />
              <ol class="results">
                {answer.results.map((result, place) => (
                  <Result
                    key={`${result.file} ${result.span.startLine} ${place}`}
                    result={result}
                    root={answer.effectiveRoot}
                    pattern={pattern}
                  />
                ))}
              </ol>
              <Wire tool="search_codebase" args={args} answer={answer} />
              <RestoredScroll />
            </>
          )}
        </WithAnswer>
      )}
    </>
  );
}
