/** The indexed codebases, the served folders without an index, and a form to index others. */
import { type CodebaseEntry, type CodebaseVersion, printable, shortCommit } from "@satori/contracts";
import type { Ask } from "../connection/use-answer.ts";
import { WithAnswer } from "../parts/with-answer.tsx";
import { Link } from "../parts/link.tsx";
import { Progress } from "../parts/progress.tsx";
import { Prose } from "../parts/prose.tsx";
import { Proposal } from "../parts/proposal.tsx";
import { Warnings } from "../parts/warnings.tsx";
import { RestoredScroll } from "../parts/restored-scroll.tsx";
import { Wire } from "../parts/wire.tsx";
import { shortNames } from "../routing/paths.ts";
import { servedFolders } from "../routing/served-folders.ts";
import { ago, bytes, count, number, words } from "../wording.ts";
import { IndexForm } from "./index-form.tsx";

const SHOWN_LANGUAGES = 4;

export function CodebasesView({ codebases }: { readonly codebases: Ask<"list_codebases"> }) {
  return (
    <WithAnswer of={codebases}>
      {(answer) => {
        const entries: CodebaseEntry[] = Object.values(answer.codebases).flat();
        const { unindexed, parents, allowed } = servedFolders(answer);
        const names = shortNames([...entries.map(({ path }) => path), ...unindexed, ...parents]);
        return (
          <>
            <h1>Codebases</h1>
            {entries.length === 0 ? (
              <p>Nothing is indexed yet. Index a project folder to search it.</p>
            ) : (
              <CodebaseTable entries={entries} names={names} />
            )}
            <Warnings codes={answer.warnings} root="" />
            <Unindexed folders={unindexed} parents={parents} names={names} />
            <IndexForm allowed={allowed} />
            <Wire tool="list_codebases" args={{}} answer={answer} />
            <RestoredScroll />
          </>
        );
      }}
    </WithAnswer>
  );
}

/** Names by path. */
type Names = ReadonlyMap<string, string>;

/** Nothing if all served folders are indexed. */
function Unindexed({
  folders,
  parents,
  names,
}: {
  readonly folders: readonly string[];
  /** Nobody is likely to want an index around others: their pages offer it, this list does not. */
  readonly parents: readonly string[];
  readonly names: Names;
}) {
  if (folders.length + parents.length === 0) return null;
  return (
    <section>
      <h2>Served folders without an index</h2>
      <ul class="unindexed">
        {folders.map((path) => (
          <li key={path}>
            <FolderLink path={path} names={names} />
            <Proposal call={{ tool: "manage_index", args: { action: "create", path } }} root={path} />
          </li>
        ))}
        {parents.map((path) => (
          <li key={path}>
            <FolderLink path={path} names={names} />
            <span class="quiet">has indexed codebases inside</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The short name of a folder, which leads to its page, and its path. */
function FolderLink({ path, names }: { readonly path: string; readonly names: Names }) {
  return (
    <span>
      <Link to={{ view: "codebase", path, ref: "" }}>{printable(names.get(path) ?? path)}</Link>
      <span class="quiet whole-path">{printable(path)}</span>
    </span>
  );
}

function CodebaseTable({
  entries,
  names,
}: {
  readonly entries: readonly CodebaseEntry[];
  readonly names: Names;
}) {
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
          <CodebaseRow key={entry.path} entry={entry} names={names} />
        ))}
      </tbody>
    </table>
  );
}

/** The commits whose indexes are kept. */
function Versions({
  path,
  versions,
}: {
  readonly path: string;
  readonly versions: readonly CodebaseVersion[];
}) {
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{count(versions.length, "indexed commit")}</summary>
      <ul class="sites">
        {versions.map(({ commit, sizeBytes, lastUsedAt }) => (
          <li key={commit}>
            <Link to={{ view: "codebase", path, ref: shortCommit(commit) }} title={commit}>
              <code>{shortCommit(commit)}</code>
            </Link>{" "}
            <span class="quiet">
              {bytes(sizeBytes)}, used {ago(lastUsedAt, Date.now())}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function CodebaseRow({
  entry: { path, state, files, chunks, languages, lastIndexedAt, progressPct = null, reason, versions = [] },
  names,
}: {
  readonly entry: CodebaseEntry;
  readonly names: Names;
}) {
  return (
    <tr>
      <th scope="row">
        <FolderLink path={path} names={names} />
        <Versions path={path} versions={versions} />
      </th>
      <td>
        {state === "indexing" ? (
          <Progress pct={progressPct} label="indexing" />
        ) : (
          <span class={`state ${state}`}>{words(state)}</span>
        )}
        {reason === undefined || state === "indexing" ? null : (
          <p class="quiet">
            <Prose text={reason} />
          </p>
        )}
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
