/** Code that a change affects, by file and distance, with the lines that lead to what is changed. */
import { printable } from "@satori/contracts";
import { useState } from "preact/hooks";
import { Group, GroupButtons } from "../../parts/group.tsx";
import { Link } from "../../parts/link.tsx";
import { fileOf, type VersionedPath } from "../../routing/route.ts";
import { count, number, words } from "../../wording.ts";
import type { ImpactPartProps } from "./changed-symbols.tsx";
import {
  type Affected,
  type AffectedFile,
  type AffectedFilter,
  distancesOf,
  filterAffected,
  type ImpactAnswer,
  misfitsOf,
  openAtFirst,
} from "./impact-groups.ts";
import { misfitWords, pathOf, relationWords } from "./impact-words.ts";

const EVERYTHING: AffectedFilter = { text: "", onlyMisfits: false };
/** With fewer files, nothing has to be looked for. */
const LEAST_FILTERED = 4;

export function AffectedCode({ answer, versions, page }: ImpactPartProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const [round, setRound] = useState(0);
  const { affected, counts } = answer;
  const files = filterAffected(affected, filter);
  const open = openAtFirst(files.map(({ symbols }) => symbols.length));
  const isFiltered = filter.text !== "" || filter.onlyMisfits;
  const idOf = ({ file }: AffectedFile): string => `${page} affected ${file}`;
  return (
    <section aria-label="Affected code">
      <h2>
        Affected code <span class="quiet">{extentOf(answer)}</span>
      </h2>
      {affected.length === 0 ? <NoneAffected answer={answer} /> : null}
      <div class="filters">
        {affected.length < LEAST_FILTERED && counts.misfits === 0 ? null : (
          <Filter value={filter} misfits={counts.misfits} onChange={setFilter} />
        )}
        <GroupButtons ids={files.map(idOf)} onChange={() => setRound(round + 1)} />
      </div>
      {isFiltered ? (
        <p class="quiet" role="status">
          {number(files.length)} of {count(affected.length, "file")}
        </p>
      ) : null}
      {files.map((file, nth) => (
        <Group
          key={`${file.file} ${round} ${isFiltered}`}
          id={idOf(file)}
          startsOpen={isFiltered || (open[nth] ?? false)}
          title={<FileTitle of={file} />}
        >
          {() => <AffectedSymbols of={file} answer={answer} version={versions.after} />}
        </Group>
      ))}
    </section>
  );
}

/** How many there are, and how many of those that are shown are how far away. */
function extentOf({ affected, counts }: ImpactAnswer): string {
  const distances = distancesOf(affected);
  const shown = distances.reduce((sum, [, many]) => sum + many, 0);
  const far = distances.map(([distance, many]) => `${number(many)} at ${count(distance, "step")}`);
  return [
    `${shown < counts.affected ? `${number(shown)} of ` : ""}${number(counts.affected)}`,
    ...(far.length > 1 ? [far.join(", ")] : []),
  ].join(": ");
}

/** Never says that there is none, unless that is proven. */
function NoneAffected({ answer: { changed } }: { readonly answer: ImpactAnswer }) {
  return (
    <p class="quiet">
      {changed.every(({ proven }) => proven === true)
        ? "None: it is proven for each changed symbol."
        : "No code is known to be affected. What cannot be known is listed below."}
    </p>
  );
}

function Filter({
  value,
  misfits,
  onChange,
}: {
  readonly value: AffectedFilter;
  readonly misfits: number;
  readonly onChange: (value: AffectedFilter) => void;
}) {
  return (
    <>
      <input
        type="search"
        aria-label="Filter affected code"
        placeholder="Filter by file or name"
        value={value.text}
        onInput={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
      />
      {misfits === 0 ? null : (
        <label class="check">
          <input
            type="checkbox"
            checked={value.onlyMisfits}
            onChange={({ currentTarget }) => onChange({ ...value, onlyMisfits: currentTarget.checked })}
          />
          only what no longer fits
        </label>
      )}
    </>
  );
}

function FileTitle({ of: { file, symbols } }: { readonly of: AffectedFile }) {
  const misfits = misfitsOf(symbols);
  const nearest = symbols[0]?.distance ?? 1;
  return (
    <>
      <span class="file">{printable(file)}</span>{" "}
      <span class="quiet">
        {number(symbols.length)} affected, {nearest === 1 ? "" : "from "}
        {count(nearest, "step")}
      </span>
      {misfits === 0 ? null : <span class="misfit">{count(misfits, "misfit")}</span>}
    </>
  );
}

function AffectedSymbols({
  of: { file, symbols },
  answer,
  version,
}: {
  readonly of: AffectedFile;
  readonly answer: ImpactAnswer;
  readonly version: VersionedPath;
}) {
  return (
    <ul class="tree">
      {symbols.map((one, at) => (
        <li key={at}>
          <AffectedName of={one} file={file} version={version} />{" "}
          <span class="quiet">
            {relationWords(one.relation)}{" "}
            {pathOf(one, answer.changed[one.of]?.symbol ?? "")
              .map(printable)
              .join(" → ")}{" "}
            · {count(one.distance, "step")}
          </span>{" "}
          <Sureness confidence={one.confidence} />
          <Sites of={one} file={file} version={version} />
        </li>
      ))}
    </ul>
  );
}

interface AffectedProps {
  readonly of: Affected;
  readonly file: string;
  readonly version: VersionedPath;
}

function AffectedName({ of: { symbol, kind, line }, file, version }: AffectedProps) {
  if (symbol === undefined) return <span>Code outside of any definition</span>;
  return (
    <>
      <Link to={fileOf(version, file, { startLine: line ?? null, endLine: null })}>
        <span class="symbol">{printable(symbol)}</span>
      </Link>
      {kind === undefined ? null : <span class="quiet"> {kind}</span>}
    </>
  );
}

const SURENESS_MEANINGS: Readonly<Record<string, string>> = {
  possible: "may lead there, such as through a subtype",
  name_match: "only the name is the same",
};

function Sureness({ confidence }: { readonly confidence: string }) {
  if (confidence === "resolved") return null;
  return (
    <span class={`sureness ${confidence}`} title={SURENESS_MEANINGS[confidence] ?? ""}>
      {words(confidence)}
    </span>
  );
}

function Sites({ of: { sites, totalSites = sites.length }, file, version }: AffectedProps) {
  return (
    <ul class="sites">
      {sites.map(({ line, text, misfit }) => (
        <li key={line}>
          <Link
            to={fileOf(version, file, { startLine: line, endLine: null })}
            class="number"
            title={`${printable(file)}:${line}`}
          >
            {line}
          </Link>
          <code>{printable(text)}</code>
          {misfit === undefined ? null : <span class="misfit">{misfitWords(misfit)}</span>}
        </li>
      ))}
      {totalSites > sites.length ? (
        <li class="quiet">and {count(totalSites - sites.length, "other line")}</li>
      ) : null}
    </ul>
  );
}
