/** The commits that changed a symbol, with what they changed. */
import type { SatoriClient } from "@satori/client";
import { LIMITS, printable, rootOf, shortCommit, type SymbolCommit } from "@satori/contracts";
import { useEffect, useState } from "preact/hooks";
import { anyAnswer } from "../../connection/any-answer.ts";
import { useAnswer } from "../../connection/use-answer.ts";
import { Candidates } from "../../parts/candidates.tsx";
import { ImpactLink } from "../../parts/impact-link.tsx";
import { Link } from "../../parts/link.tsx";
import { Prose } from "../../parts/prose.tsx";
import { RestoredScroll } from "../../parts/restored-scroll.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { Wire } from "../../parts/wire.tsx";
import { type OkOf, WithAnswer } from "../../parts/with-answer.tsx";
import { replaceWith } from "../../routing/navigation.ts";
import { fileOf, GRAPH_DEFAULTS, type HistoryRoute, type VersionedPath } from "../../routing/route.ts";
import { ago, count, historyTitle, words } from "../../wording.ts";
import { Hunk } from "./hunk.tsx";

type Answer = OkOf<"symbol_history">;

export function HistoryView({ client, at }: { readonly client: SatoriClient; readonly at: HistoryRoute }) {
  const { path, ref, symbol, question } = at;
  const args = {
    path,
    symbol,
    limit: LIMITS.limit.maximum,
    // The commits that lead to the version.
    ...(ref === "" ? {} : { range: ref }),
    ...(question === "" ? {} : { question }),
  };
  const ask = useAnswer(client, "symbol_history", symbol === "" ? null : args);
  if (symbol === "") return <p class="quiet">The address has no symbol.</p>;
  return (
    <WithAnswer
      of={ask}
      instead={(answer) => (
        <>
          <Unanswered answer={anyAnswer(answer)} />
          {ref !== "" && answer.status === "not_found" ? (
            <p class="quiet">
              Symbols are looked up in the files on disk, even when the history ends at {printable(ref)}.
            </p>
          ) : null}
          {"candidates" in answer ? (
            <Candidates
              candidates={answer.candidates ?? []}
              toOf={({ symbolId }) => ({ ...at, symbol: symbolId })}
            />
          ) : null}
          <Wire tool="symbol_history" args={args} answer={answer} />
        </>
      )}
    >
      {(answer) => (
        <>
          <Heading answer={answer} at={at} />
          <Question at={at} />
          <Warnings codes={answer.warnings} root={rootOf(answer)} />
          <Commits answer={answer} />
          <ChangedTogether answer={answer} version={{ path: rootOf(answer), ref }} />
          <Wire tool="symbol_history" args={args} answer={answer} />
          <RestoredScroll />
        </>
      )}
    </WithAnswer>
  );
}

function Heading({
  answer: { found, message, ...answer },
  at,
}: {
  readonly answer: Answer;
  readonly at: HistoryRoute;
}) {
  const name = found?.symbolLabel ?? null;
  useEffect(() => void (document.title = historyTitle(name)), [name]);
  // The symbol is looked up on disk, whatever version its history ends at.
  const version: VersionedPath = { path: rootOf(answer), ref: "" };
  return (
    <>
      <h1>History of {printable(name ?? at.symbol)}</h1>
      {found === undefined ? null : (
        <p class="ways">
          <Link to={fileOf(version, found.file, found.span)} class="file">
            {printable(found.file)}:{found.span.startLine}
          </Link>
          <Link to={{ view: "graph", ...version, symbol: found.symbolId, ...GRAPH_DEFAULTS }}>calls</Link>
          <ImpactLink version={version} symbol={found.symbolId} />
        </p>
      )}
      {message === undefined ? null : (
        <p class="summary" role="status">
          <Prose text={message} />
        </p>
      )}
    </>
  );
}

/** Sorts the commits by how well they answer a question. */
function Question({ at }: { readonly at: HistoryRoute }) {
  const [text, setText] = useState(at.question);
  useEffect(() => setText(at.question), [at.question, at.symbol]);
  const ask = (question: string): void => replaceWith({ ...at, question });
  return (
    <form
      class="why"
      onSubmit={(event) => {
        event.preventDefault();
        ask(text.trim());
      }}
    >
      <input
        type="search"
        aria-label="Question about the history"
        placeholder="Why was this changed?"
        maxLength={LIMITS.search.maxQueryChars}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
      />
      <button type="submit">Sort by relevance</button>
      {at.question === "" ? null : (
        <button type="button" onClick={() => ask("")}>
          Newest first
        </button>
      )}
    </form>
  );
}

function Commits({ answer }: { readonly answer: Answer }) {
  const { uncommitted, commits = [], found } = answer;
  return (
    <ol class="results">
      {uncommitted === undefined ? null : (
        <li class="result">
          <h2>Not committed yet</h2>
          <Hunk of={uncommitted} />
        </li>
      )}
      {commits.map((commit) => (
        <li key={`${commit.commit} ${commit.span.startLine}`} class="result">
          <Commit commit={commit} root={rootOf(answer)} file={commit.file ?? found?.file ?? ""} />
        </li>
      ))}
    </ol>
  );
}

function Commit({
  commit: { commit, date, author, subject, references = [], change, from, span, score, ...lines },
  root,
  file,
}: {
  readonly commit: SymbolCommit;
  readonly root: string;
  /** In this commit. */
  readonly file: string;
}) {
  return (
    <>
      <h2>{printable(subject)}</h2>
      <p class="ways">
        <Link
          to={fileOf({ path: root, ref: shortCommit(commit) }, file, span)}
          title="Show the file at this commit"
          isStop
        >
          <code>{shortCommit(commit)}</code>
        </Link>
        <span>{words(change)}</span>
        <span class="quiet" title={date}>
          {printable(author)}, {ago(date, Date.now())}
          {references.length === 0 ? "" : ` · ${references.map(printable).join(", ")}`}
          {score === undefined ? "" : ` · relevance ${score.toFixed(2)}`}
        </span>
      </p>
      {from === undefined ? null : (
        <p class="quiet">
          was <span class="symbol">{printable(from.symbolLabel)}</span> in {printable(from.file)}
        </p>
      )}
      <Hunk of={lines} />
    </>
  );
}

function ChangedTogether({
  answer: { changedTogether = [] },
  version,
}: {
  readonly answer: Answer;
  readonly version: VersionedPath;
}) {
  if (changedTogether.length === 0) return null;
  return (
    <section>
      <h2>Changed together with</h2>
      <ul class="sites">
        {changedTogether.map(({ file, commits }) => (
          <li key={file}>
            <Link to={fileOf(version, file)} class="file">
              {printable(file)}
            </Link>{" "}
            <span class="quiet">in {count(commits, "commit")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
