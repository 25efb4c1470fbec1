/** A file with its outline. */
import { useEffect, useRef } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { anyAnswer } from "../../connection/any-answer.ts";
import { Code } from "../../parts/code.tsx";
import { Link } from "../../parts/link.tsx";
import { NoAnswer } from "../../parts/no-answer.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { Wire } from "../../parts/wire.tsx";
import { replaceWith } from "../../routing/navigation.ts";
import { type FileRoute, formatRoute } from "../../routing/route.ts";
import { count } from "../../wording.ts";
import { Candidates } from "../../parts/candidates.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { type FileRead, useFile } from "./use-file.ts";

export function FileView({ client, at }: { readonly client: SatoriClient; readonly at: FileRoute }) {
  const read = useFile(client, at);
  const { state } = read;
  const opened = at.symbol !== null && state.kind === "read" ? state.last : null;
  // What was asked for by its name is shown in its place: the file around it can be seen, and linked to.
  useEffect(() => void (opened && replaceWith({ view: "file", path: opened.effectiveRoot, file: opened.file, startLine: opened.startLine, endLine: opened.endLine, symbol: null })), [opened]);
  return (
    <div class="with-side">
      {at.file === "" ? <aside /> : <OutlinePanel client={client} at={at} />}
      <article>
        <h1><Link to={{ view: "codebase", path: at.path }} class="quiet">{at.path}/</Link>{at.file || at.symbol}</h1>
        <Content read={read} at={at} />
      </article>
    </div>
  );
}

function Content({ read: { state, args, readOn, again }, at }: { readonly read: FileRead; readonly at: FileRoute }) {
  // A long file comes in parts, and the line with a later one.
  const isThere = state.kind === "read" && state.last.endLine >= (at.startLine ?? 1);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isThere && at.startLine !== null) shown.current?.querySelector(`#L${at.startLine}`)?.scrollIntoView({ block: "center" });
  }, [isThere, at.file, at.startLine]);
  switch (state.kind) {
    case "reading": return <p class="quiet" role="status">Reading…</p>;
    case "failed": return <NoAnswer message={state.message} again={again} />;
    case "unanswered": return (
      <>
        <Unanswered answer={anyAnswer(state.answer)} />
        {"candidates" in state.answer ? <Candidates candidates={state.answer.candidates ?? []} root={state.answer.effectiveRoot} /> : null}
        <Wire tool="read_file" args={args} answer={state.answer} />
      </>
    );
    case "read": return (
      <div ref={shown}>
        <p class="quiet">{count(state.last.totalLines, "line")} · {state.last.language} · {state.last.encoding}</p>
        <Warnings codes={state.last.warnings} />
        <Code text={state.content} language={state.last.language} firstLine={1} startLine={at.startLine} endLine={at.endLine ?? at.startLine} hrefOf={(line) => formatRoute({ ...at, startLine: line, endLine: null, symbol: null })} />
        {state.next === null ? null : <p class="actions"><button type="button" onClick={readOn}>Read on from line {state.last.endLine + 1} of {state.last.totalLines}</button></p>}
        <Wire tool="read_file" args={args} answer={state.last} />
      </div>
    );
  }
}
