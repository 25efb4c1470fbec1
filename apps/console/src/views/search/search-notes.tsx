/** What qualifies the results of a search, and possible next searches. */
import { printable, rootOf, shortCommit } from "@satori/contracts";
import type { OkOf } from "../../parts/with-answer.tsx";
import { Link } from "../../parts/link.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Proposal } from "../../parts/proposal.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { fileOf, type SearchRoute } from "../../routing/route.ts";
import { count, freshness, words } from "../../wording.ts";

type Answer = OkOf<"search_codebase">;

interface NotesProps {
  readonly answer: Answer;
  readonly at: SearchRoute;
}

export function SearchNotes({ answer, at }: NotesProps) {
  const { results, confidence, coverage, freshnessDecision, message, warnings, meta } = answer;
  return (
    <>
      <p class="summary" role="status">
        {results.length === 0 ? "No results" : count(results.length, "result")} in{" "}
        {count(coverage.files, "file")}
        <span class={`confidence ${confidence}`}>confidence {confidence}</span>
        <span class="quiet">
          {answer.commit === undefined
            ? freshness(freshnessDecision, Date.now())
            : `commit ${shortCommit(answer.commit)}`}{" "}
          · {Math.round(meta.durationMs)} ms
        </span>
      </p>
      {message === undefined ? null : (
        <p>
          <Prose text={message} />
        </p>
      )}
      <Terms answer={answer} />
      <Warnings codes={warnings} root={rootOf(answer)} />
      <Hints answer={answer} at={at} />
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

function Hints({ answer, at }: NotesProps) {
  const { leftOut, noiseMitigation } = answer.hints ?? {};
  const root = rootOf(answer);
  return (
    <ul class="notes">
      {leftOut ? (
        <li>
          {leftOut.reason === "named_file_left_out" ? "The question names" : "A better answer may be"}{" "}
          <Link to={fileOf({ path: root, ref: at.ref }, leftOut.file)}>{printable(leftOut.file)}</Link>,
          excluded by {leftOut.leftOutBy.map(words).join(", ")}.
          {leftOut.searchCodebase ? (
            <>
              {" "}
              <Proposal call={leftOut.searchCodebase} root={root} label="Search without this filter" />
            </>
          ) : null}
        </li>
      ) : null}
      {noiseMitigation && at.scope !== "docs" ? (
        <li>
          Mostly tests, fixtures, docs or generated code.{" "}
          {at.scope === noiseMitigation.recommendedScope ? null : (
            <Link to={{ ...at, scope: noiseMitigation.recommendedScope }} class="button">
              Search without them
            </Link>
          )}
        </li>
      ) : null}
    </ul>
  );
}
