/** What `manage_index status` reports about an index, as a table. */
import type { ComponentChildren } from "preact";
import type { ToolOutput } from "@satori/client";
import { printable } from "@satori/contracts";
import { Prose } from "../parts/prose.tsx";
import { ago, bytes, count, number, words } from "../wording.ts";

type IndexFacts = NonNullable<Extract<ToolOutput<"manage_index">, { readonly status: "ok" }>["index"]>;

export function IndexFactsTable({ index }: { readonly index: IndexFacts }) {
  return (
    <>
      <table class="facts">
        <tbody>
          <StateRows index={index} />
          <ContentRows index={index} />
        </tbody>
      </table>
      <Languages languages={index.languages} files={index.files} />
      <LeftOut index={index} />
      <Identity index={index} />
    </>
  );
}

/** The state of the index, and how it is kept up to date. */
function StateRows({ index }: { readonly index: IndexFacts }) {
  const { state, files, chunks, symbols, sizeBytes, lastIndexedAt, lastSyncedAt } = index;
  const { watch, lockOwner, lastFailure } = index;
  return (
    <>
      <Row name="State">
        <span class={`state ${state}`}>{words(state)}</span>
      </Row>
      <Row name="Holds">
        {count(files, "file")}, {count(chunks, "chunk")}, {count(symbols, "symbol")}, {bytes(sizeBytes)}
      </Row>
      <Row name="Indexed">
        {ago(lastIndexedAt, Date.now())}
        {lastSyncedAt === null ? "" : `; compared with the disk ${ago(lastSyncedAt, Date.now())}`}
      </Row>
      <Row name="Watch">
        {watch.state}
        {watch.folders > 0 ? `, ${count(watch.folders, "folder")}` : ""}
        {watch.reason === undefined ? null : (
          <>
            : <Prose text={watch.reason} />
          </>
        )}
      </Row>
      {lockOwner ? (
        <Row name="Written by">
          process {lockOwner.pid}, since {ago(lockOwner.since, Date.now())}
        </Row>
      ) : null}
      {lastFailure ? (
        <Row name="Last failure">
          <span title={lastFailure.code}>
            <Prose text={lastFailure.message} />
          </span>{" "}
          ({ago(lastFailure.at, Date.now())})
        </Row>
      ) : null}
    </>
  );
}

/** What the index is built from and with: its settings and vectors. */
function ContentRows({ index }: { readonly index: IndexFacts }) {
  const { customExtensions, ignorePatterns, embedding } = index;
  return (
    <>
      {customExtensions.length > 0 ? <Row name="Extensions">{customExtensions.join(", ")}</Row> : null}
      {ignorePatterns.length > 0 ? (
        <Row name="Also ignored">
          {ignorePatterns.map((pattern) => (
            <code key={pattern}>{pattern} </code>
          ))}
        </Row>
      ) : null}
      {embedding ? (
        <Row name="Vectors">
          {number(embedding.embedded)} made, {number(embedding.fromCache)} from the cache
          {embedding.truncated > 0
            ? `, ${number(embedding.truncated)} from the beginning of a text only`
            : ""}
        </Row>
      ) : null}
    </>
  );
}

/** What tells this index from others, for people who compare indexes or report a problem. */
function Identity({ index: { fingerprint, merkleRoot } }: { readonly index: IndexFacts }) {
  if (fingerprint === null && merkleRoot === null) return null;
  return (
    <details class="identity">
      <summary>Details</summary>
      <table class="facts">
        <tbody>
          {fingerprint === null ? null : (
            <Row name="Fingerprint">
              <code>{Object.values(fingerprint).map(String).join(" · ")}</code>
            </Row>
          )}
          {merkleRoot === null ? null : (
            <Row name="Content hash">
              <code>{merkleRoot}</code>
            </Row>
          )}
        </tbody>
      </table>
    </details>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

function Languages({ languages, files }: Pick<IndexFacts, "languages" | "files">) {
  if (languages.length === 0) return null;
  return (
    <section>
      <h2>Languages</h2>
      <ul class="bars">
        {languages.map(({ language, files: own }) => (
          <li key={language}>
            <span>{language}</span>
            <meter min={0} max={files} value={own} aria-label={language} />
            <span class="figure">{number(own)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LeftOut({
  index: {
    skipped,
    secrets,
    degradedFiles,
    degradedExamples = [],
    partlyParsedFiles,
    partlyParsedExamples = [],
  },
}: {
  readonly index: IndexFacts;
}) {
  if (skipped.length === 0 && secrets.count + degradedFiles + partlyParsedFiles === 0) return null;
  return (
    <section>
      <h2>Left out</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Why</th>
            <th scope="col" class="figure">
              Files
            </th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {skipped.map(({ cause, files, examples }) => (
            <LeftOutRow key={cause} why={words(cause)} files={files} examples={examples} />
          ))}
          <LeftOutRow why="likely secrets" files={secrets.count} examples={secrets.examples} />
          <LeftOutRow why="as plain text: not parsed" files={degradedFiles} examples={degradedExamples} />
          <LeftOutRow why="parsed in part" files={partlyParsedFiles} examples={partlyParsedExamples} />
        </tbody>
      </table>
    </section>
  );
}

/** Nothing if there are no such files. */
function LeftOutRow({
  why,
  files,
  examples,
}: {
  readonly why: string;
  readonly files: number;
  readonly examples: readonly string[];
}) {
  if (files === 0) return null;
  return (
    <tr>
      <th scope="row">{why}</th>
      <td class="figure">{number(files)}</td>
      <td>
        {examples.map((file) => (
          <div key={file}>
            <code>{printable(file)}</code>
          </div>
        ))}
      </td>
    </tr>
  );
}
