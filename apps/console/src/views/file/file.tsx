/** A file with its outline. */
import { printable, rootOf, shortCommit } from "@satori/contracts";
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { anyAnswer } from "../../connection/any-answer.ts";
import { Candidates } from "../../parts/candidates.tsx";
import { Code } from "../../parts/code.tsx";
import { Link } from "../../parts/link.tsx";
import { NoAnswer } from "../../parts/no-answer.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { Wire } from "../../parts/wire.tsx";
import { nameOf, pathIn } from "../../routing/paths.ts";
import { replaceWith, restoreScroll, visit } from "../../routing/navigation.ts";
import { fileOf, type FileRoute, formatRoute } from "../../routing/route.ts";
import { count } from "../../wording.ts";
import { OutlinePanel } from "./outline-panel.tsx";
import type { FileState } from "./read-until.ts";
import { type FileRead, useFile } from "./use-file.ts";

type ReadState = Extract<FileState, { readonly kind: "read" }>;

export function FileView({ client, at }: { readonly client: SatoriClient; readonly at: FileRoute }) {
  const read = useFile(client, at);
  const { state } = read;
  const opened = at.symbol !== null && state.kind === "read" ? state.last : null;
  // A symbol that was opened by name becomes a span of its file, so that its surroundings can be seen and
  // linked to.
  useEffect(
    () => void (opened && replaceWith(fileOf({ path: rootOf(opened), ref: at.ref }, opened.file, opened))),
    [opened],
  );
  return (
    <div class="with-side">
      {at.file === "" ? <aside /> : <OutlinePanel client={client} at={at} />}
      <article>
        <FileName at={at} />
        {opened === null ? <Content read={read} at={at} /> : null}
      </article>
    </div>
  );
}

/** Stays above the text while it scrolls. On a small screen, folders are cut before the name of the file. */
function FileName({ at: { path, ref, file, symbol } }: { readonly at: FileRoute }) {
  const slash = Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1;
  return (
    <h1 class="file-name" title={printable(pathIn(path, file))}>
      <span class="folders">
        <Link to={{ view: "codebase", path, ref }} class="quiet">
          {printable(nameOf(path))}
          {ref === "" ? "" : ` at ${printable(ref)}`}
        </Link>
        <span class="quiet">/{printable(file.slice(0, slash))}</span>
      </span>
      <span>{printable(file.slice(slash) || (symbol ?? ""))}</span>
    </h1>
  );
}

function Content({
  read: { state, args, readOn, again },
  at,
}: {
  readonly read: FileRead;
  readonly at: FileRoute;
}) {
  switch (state.kind) {
    case "reading":
      return (
        <p class="quiet" role="status">
          Reading…
        </p>
      );
    case "failed":
      return <NoAnswer message={state.message} again={again} />;
    case "unanswered":
      return (
        <>
          <Unanswered answer={anyAnswer(state.answer)} />
          {"candidates" in state.answer ? (
            <Candidates
              candidates={state.answer.candidates ?? []}
              toOf={({ file, span }) =>
                fileOf({ path: state.answer.effectiveRoot ?? at.path, ref: at.ref }, file, span)
              }
            />
          ) : null}
          <Wire tool="read_file" args={args} answer={state.answer} />
        </>
      );
    case "read":
      return (
        <>
          <Text state={state} at={at} />
          {state.next === null ? null : (
            <p class="actions">
              <button type="button" onClick={readOn}>
                Read on from line {state.last.endLine + 1} of {state.last.totalLines}
              </button>
            </p>
          )}
          <Wire tool="read_file" args={args} answer={state.last} />
        </>
      );
  }
}

function Text({
  state: { last, content, firstLine, warnings, messages },
  at,
}: {
  readonly state: ReadState;
  readonly at: FileRoute;
}) {
  // A long file arrives in parts, and the line may be in a later one.
  const isThere = last.endLine >= (at.startLine ?? 1);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isThere && !restoreScroll() && at.startLine !== null)
      shown.current?.querySelector(`#L${at.startLine}`)?.scrollIntoView({ block: "center" });
  }, [isThere, at.file, at.startLine, visit.value]);
  const hrefOf = useCallback(
    (line: number) =>
      formatRoute(fileOf({ path: at.path, ref: at.ref }, at.file, { startLine: line, endLine: null })),
    [at.path, at.ref, at.file],
  );
  return (
    <div ref={shown}>
      <p class="quiet">
        {count(last.totalLines, "line")} · {last.language} · {last.encoding ?? "utf-8"}
        {last.commit === undefined ? "" : ` · commit ${shortCommit(last.commit)}`}
      </p>
      {messages.map((message) => (
        <p key={message}>
          <Prose text={message} />
        </p>
      ))}
      {at.startLine !== null && at.startLine > last.totalLines ? (
        <p class="problem">There is no line {at.startLine}.</p>
      ) : null}
      {/* The button below the text reads on. */}
      <Warnings codes={warnings.filter((code) => code !== "OUTPUT_TRUNCATED")} root={rootOf(last)} />
      <Code
        text={content}
        language={last.language}
        firstLine={firstLine}
        startLine={at.startLine}
        endLine={at.endLine ?? at.startLine}
        hrefOf={hrefOf}
      />
    </div>
  );
}
