/** A question and its results. */
import type { SatoriClient } from "@satori/client";
import {
  GROUP_BY,
  questionPattern,
  rootOf,
  SEARCH_SCOPES,
  type SearchCodebaseInput,
  type SearchScope,
} from "@satori/contracts";
import { useMemo } from "preact/hooks";
import { useAnswer } from "../../connection/use-answer.ts";
import { Choice } from "../../parts/choice.tsx";
import { Link } from "../../parts/link.tsx";
import { RestoredScroll } from "../../parts/restored-scroll.tsx";
import { Wire } from "../../parts/wire.tsx";
import { WithAnswer } from "../../parts/with-answer.tsx";
import { replaceWith } from "../../routing/navigation.ts";
import { refArgument, type SearchRoute } from "../../routing/route.ts";
import { Result } from "./result.tsx";
import { SearchNotes } from "./search-notes.tsx";

interface SearchProps {
  readonly client: SatoriClient;
  readonly at: SearchRoute;
  /** False if the server is known to have nothing to search. */
  readonly isAnyServed: boolean;
}

export function SearchView({ client, at, isAnyServed }: SearchProps) {
  const { path, ref, query, scope, groupBy, limit } = at;
  // Results have a language, for the colours, only with `debug`.
  const args: SearchCodebaseInput | null =
    path === "" || query === ""
      ? null
      : { path, query, scope, groupBy, limit, debug: true, ...refArgument(ref) };
  const ask = useAnswer(client, "search_codebase", args);
  const pattern = useMemo(() => questionPattern(query), [query]);
  return (
    <>
      <h1 class="unseen">{query === "" ? "Search" : `Results for ${query}`}</h1>
      <Filters at={at} />
      {path === "" && query !== "" ? (
        <p role="status">
          {isAnyServed ? "Looking for a codebase…" : "There is no codebase to search yet. "}
          {isAnyServed ? null : <Link to={{ view: "codebases" }}>Index a folder</Link>}
        </p>
      ) : args === null ? (
        <p class="quiet">
          Ask in plain words, by identifier, or with quoted text. A question may begin with operators:{" "}
          <code>lang:ts path:src/** -path:vendor/** must:text exclude:text</code>
        </p>
      ) : (
        <WithAnswer of={ask}>
          {(answer) => (
            <>
              <SearchNotes answer={answer} at={at} />
              <ol class="results">
                {answer.results.map((result, nth) => (
                  <Result
                    key={`${result.file} ${result.span.startLine} ${nth}`}
                    result={result}
                    version={{ path: rootOf(answer), ref: at.ref }}
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

// The filters of a search.

const SCOPE_MEANINGS: Readonly<Record<SearchScope, string>> = {
  runtime: "source, without tests, fixtures, docs and generated files",
  mixed: "everything",
  docs: "docs and tests only",
};
const LIMITS_OFFERED = [10, 20, 50] as const;

function Filters({ at }: { readonly at: SearchRoute }) {
  return (
    <div class="filters">
      <Choice
        name="Search in"
        values={SEARCH_SCOPES}
        value={at.scope}
        titleOf={(scope) => SCOPE_MEANINGS[scope]}
        onChoose={(scope) => replaceWith({ ...at, scope })}
      />
      <Choice
        name="One result per"
        values={GROUP_BY}
        value={at.groupBy}
        onChoose={(groupBy) => replaceWith({ ...at, groupBy })}
      />
      <Choice
        name="Results"
        values={LIMITS_OFFERED}
        value={at.limit}
        onChoose={(limit) => replaceWith({ ...at, limit })}
      />
    </div>
  );
}
