/** What qualifies the results of a search, and possible next searches. */
import { printable } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";
import { Link } from "../../parts/link.tsx";
import { Proposal } from "../../parts/proposal.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { count, freshness, words } from "../../wording.ts";

type Answer = OkOf<"search_codebase">;

export function SearchNotes({ answer }: { readonly answer: Answer }) {
  const { results, confidence, coverage, freshnessDecision, message, warnings, meta } = answer;
  return (
    <>
      <p class="summary" role="status">
        {results.length === 0 ? "No results" : count(results.length, "result")} in{" "}
        {count(coverage.files, "file")}
        <span class={`confidence ${confidence}`}>confidence {confidence}</span>
        <span class="quiet">
          {freshness(freshnessDecision, Date.now())} · {Math.round(meta.durationMs)} ms
        </span>
      </p>
      {message === undefined ? null : <p>{message}</p>}
      <Terms answer={answer} />
      <Warnings codes={warnings} />
      <Hints answer={answer} />
    </>
  );
}

function Terms({ answer: { unknownTerms, correctedTerms = [] } }: { readonly answer: Answer }) {
  const corrected = new Set(correctedTerms.map(({ term }) => term));
  const unknown = unknownTerms.filter((term) => !corrected.has(term));
  return (
    <>
      {unknown.length === 0 ? null : (
        <p>
          Not in this codebase:{" "}
          {unknown.map((term) => (
            <code key={term}>{term} </code>
          ))}
        </p>
      )}
      {correctedTerms.map(({ term, meant }) => (
        <p key={term}>
          No symbol is named <code>{term}</code>; also searched for{" "}
          {meant.map((name) => (
            <code key={name}>{name} </code>
          ))}
        </p>
      ))}
    </>
  );
}

function Hints({ answer: { hints, scope, effectiveRoot } }: { readonly answer: Answer }) {
  const { leftOut, noiseMitigation } = hints ?? {};
  return (
    <ul class="notes">
      {leftOut ? (
        <li>
          {leftOut.reason === "named_file_left_out" ? "The question names" : "A better answer may be"}{" "}
          <Link
            to={{
              view: "file",
              path: effectiveRoot,
              file: leftOut.file,
              startLine: null,
              endLine: null,
              symbol: null,
            }}
          >
            {printable(leftOut.file)}
          </Link>
          , excluded by {leftOut.leftOutBy.map(words).join(", ")}.
          {leftOut.searchCodebase ? (
            <>
              {" "}
              <Proposal
                call={leftOut.searchCodebase}
                root={effectiveRoot}
                label="Search without this filter"
              />
            </>
          ) : null}
        </li>
      ) : null}
      {noiseMitigation && scope !== "docs" ? (
        <li>Mostly tests, fixtures, docs or generated code. {noiseMitigation.nextStep}</li>
      ) : null}
    </ul>
  );
}
