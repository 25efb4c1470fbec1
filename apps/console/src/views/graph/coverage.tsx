/** What a call graph may lack, so that an empty one can be judged. */
import { printable, rootOf } from "@satori/contracts";
import { callsIn } from "../../parts/calls-in.ts";
import type { OkOf } from "../../parts/with-answer.tsx";
import { Link } from "../../parts/link.tsx";
import { Proposal } from "../../parts/proposal.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { shortNames } from "../../routing/paths.ts";
import { fileOf, type GraphRoute, type VersionedPath } from "../../routing/route.ts";
import { count, words } from "../../wording.ts";

type Answer = OkOf<"call_graph">;
type Note = Answer["notes"][number];

const HINT_LABELS: Readonly<Record<string, string>> = {
  continue: "Show more",
  everywhere: "Include other folders",
  callers: "Callers only",
  callees: "Callees only",
  searchCodebase: "Search for its name",
};

export function Coverage({ answer, at }: { readonly answer: Answer; readonly at: GraphRoute }) {
  const { coverage, notes, totalNoteCount, warnings, message, hints } = answer;
  const root = rootOf(answer);
  const version: VersionedPath = { path: root, ref: at.ref };
  const { open, partlyParsed = [], unparsed = [] } = coverage;
  const lacks = lacksOf(coverage);
  return (
    <section>
      <h2>Coverage</h2>
      {message === undefined ? null : (
        <p>
          <Prose text={message} />
        </p>
      )}
      <p>{lacks.length === 0 ? "No known gaps." : `${lacks.join("; ")}.`}</p>
      <Warnings codes={warnings} root={root} />
      <p class="actions">
        {Object.entries(HINT_LABELS).flatMap(([name, label]) =>
          callsIn({ own: hints?.[name as keyof typeof hints] }).map((call) => (
            <Proposal key={name} call={call} root={root} label={label} />
          )),
        )}
      </p>
      <Parts paths={hints?.paths ?? []} at={at} />
      <Files title="Files that could not be parsed" files={unparsed} version={version} />
      <Files title="Files that could be parsed only in part" files={partlyParsed} version={version} />
      <Lines title="Lines to check" notes={open} version={version} />
      <Lines
        title={`Notes${totalNoteCount > notes.length ? `: ${notes.length} of ${totalNoteCount}` : ""}`}
        notes={notes}
        version={version}
      />
    </section>
  );
}

/** Links to the same graph below other folders, which have the rest of it. */
function Parts({ paths, at }: { readonly paths: readonly string[]; readonly at: GraphRoute }) {
  if (paths.length === 0) return null;
  const names = shortNames(paths);
  return (
    <p class="actions">
      <span class="quiet">The rest is in</span>
      {paths.map((path) => (
        <Link key={path} to={{ ...at, path }} title={printable(path)}>
          {printable(names.get(path) ?? path)}
        </Link>
      ))}
    </p>
  );
}

/** What an answer says that it lacks, in words. */
function lacksOf({
  unparsedFiles,
  partlyParsedFiles,
  unsupportedLanguages,
  unresolvedSites,
  languageCalls = [],
}: Answer["coverage"]): readonly string[] {
  return [
    unresolvedSites > 0 ? `${count(unresolvedSites, "call")} may belong here and could not be resolved` : "",
    languageCalls.length > 0 ? "some calls are made by the language itself" : "",
    unparsedFiles > 0 ? `calls in ${count(unparsedFiles, "file")} could not be read` : "",
    partlyParsedFiles > 0 ? `${count(partlyParsedFiles, "file")} could be parsed only in part` : "",
    unsupportedLanguages.length > 0 ? `calls of ${unsupportedLanguages.join(", ")} are not followed` : "",
  ].filter((text) => text !== "");
}

function Files({
  title,
  files,
  version,
}: {
  readonly title: string;
  readonly files: readonly string[];
  readonly version: VersionedPath;
}) {
  if (files.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({files.length})
      </summary>
      <ul class="sites">
        {files.map((file) => (
          <li key={file}>
            <Link to={fileOf(version, file)} class="file">
              {printable(file)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lines({
  title,
  notes,
  version,
}: {
  readonly title: string;
  readonly notes: readonly Note[];
  readonly version: VersionedPath;
}) {
  if (notes.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({notes.length})
      </summary>
      <ul class="sites">
        {notes.map(({ type, file, startLine = null, detail }, at) => (
          <li key={at}>
            <Link to={fileOf(version, file, { startLine, endLine: null })} class="file">
              {printable(file)}
              {startLine === null ? "" : `:${startLine}`}
            </Link>{" "}
            <code>{detail}</code> <span class="quiet">{words(type)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
