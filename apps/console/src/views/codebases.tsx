/** The indexed codebases, and a form to index more. */
import { type CodebaseEntry, printable } from "@satori/contracts";
import type { Ask } from "../connection/use-answer.ts";
import { WithAnswer } from "../parts/with-answer.tsx";
import { Link } from "../parts/link.tsx";
import { Progress } from "../parts/progress.tsx";
import { Warnings } from "../parts/warnings.tsx";
import { RestoredScroll } from "../parts/restored-scroll.tsx";
import { Wire } from "../parts/wire.tsx";
import { ago, count, number, words } from "../wording.ts";
import { IndexForm } from "./index-form.tsx";

const SHOWN_LANGUAGES = 4;

export function CodebasesView({ codebases }: { readonly codebases: Ask<"list_codebases"> }) {
  return (
    <WithAnswer of={codebases}>
      {(answer) => {
        const entries: CodebaseEntry[] = Object.values(answer.codebases).flat();
        return (
          <>
            <h1>Codebases</h1>
            {entries.length === 0 ? (
              <p>Nothing is indexed yet. Index a project folder to search it.</p>
            ) : (
              <CodebaseTable entries={entries} />
            )}
            <Warnings codes={answer.warnings} />
            <IndexForm />
            <Wire tool="list_codebases" args={{}} answer={answer} />
            <RestoredScroll />
          </>
        );
      }}
    </WithAnswer>
  );
}

function CodebaseTable({ entries }: { readonly entries: readonly CodebaseEntry[] }) {
  return (
    <table class="codebases">
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">State</th>
          <th scope="col" class="figure">
            Files
          </th>
          <th scope="col" class="figure">
            Chunks
          </th>
          <th scope="col">Languages</th>
          <th scope="col">Indexed</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <CodebaseRow key={entry.path} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function CodebaseRow({
  entry: { path, state, files, chunks, languages, lastIndexedAt, progressPct = null, reason },
}: {
  readonly entry: CodebaseEntry;
}) {
  return (
    <tr>
      <th scope="row">
        <Link to={{ view: "codebase", path }}>{printable(path)}</Link>
      </th>
      <td>
        {state === "indexing" ? (
          <Progress pct={progressPct} label="indexing" />
        ) : (
          <span class={`state ${state}`}>{words(state)}</span>
        )}
        {reason === undefined || state === "indexing" ? null : <p class="quiet">{reason}</p>}
      </td>
      <td class="figure">{number(files)}</td>
      <td class="figure">{number(chunks)}</td>
      <td
        title={languages
          .map(({ language, files: those }) => `${language}: ${count(those, "file")}`)
          .join("\n")}
      >
        {languages
          .slice(0, SHOWN_LANGUAGES)
          .map(({ language }) => language)
          .join(", ")}
        {languages.length > SHOWN_LANGUAGES ? ", …" : ""}
      </td>
      <td title={lastIndexedAt ?? ""}>{ago(lastIndexedAt, Date.now())}</td>
    </tr>
  );
}
