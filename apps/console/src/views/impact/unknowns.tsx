/** What cannot be known about a change, by changed symbol. */
import { printable } from "@satori/contracts";
import { Group } from "../../parts/group.tsx";
import { Link } from "../../parts/link.tsx";
import { fileOf, type VersionedPath } from "../../routing/route.ts";
import { count, number } from "../../wording.ts";
import type { ImpactPartProps } from "./changed-symbols.tsx";
import { openAtFirst, type Unknown, unknownGroups } from "./impact-groups.ts";
import { unknownWords } from "./impact-words.ts";

export function Unknowns({ answer: { unknown, totalUnknown, changed }, versions, page }: ImpactPartProps) {
  const groups = unknownGroups(unknown);
  const open = openAtFirst(groups.map(({ items }) => items.length));
  return (
    <section aria-label="What cannot be known">
      <h2>
        What cannot be known{" "}
        <span class="quiet">
          {unknown.length < totalUnknown ? `${number(unknown.length)} of ` : ""}
          {number(totalUnknown)}
        </span>
      </h2>
      {totalUnknown === 0 ? <p class="quiet">No open questions about the changed symbols.</p> : null}
      {groups.map(({ of, items }, nth) => (
        <Group
          key={of}
          id={`${page} unknown ${of}`}
          startsOpen={open[nth] ?? false}
          title={
            <>
              {of === null ? (
                "All changed symbols"
              ) : (
                <span class="symbol">{printable(changed[of]?.symbol ?? "A symbol that is not shown")}</span>
              )}{" "}
              <span class="quiet">{count(items.length, "open question")}</span>
            </>
          }
        >
          {() => (
            <ul class="sites">
              {items.map((item, at) => (
                <UnknownLine key={at} of={item} version={versions.after} />
              ))}
            </ul>
          )}
        </Group>
      ))}
    </section>
  );
}

function UnknownLine({
  of: { type, file, line, detail },
  version,
}: {
  readonly of: Unknown;
  readonly version: VersionedPath;
}) {
  return (
    <li class="unknown">
      {file === undefined ? null : (
        <Link to={fileOf(version, file, { startLine: line ?? null, endLine: null })} class="file">
          {printable(file)}
          {line === undefined ? "" : `:${line}`}
        </Link>
      )}
      {/* With a line it is the line, else a sentence. */}
      {line === undefined ? <span>{printable(detail)}</span> : <code>{printable(detail)}</code>}
      <span class="quiet">{unknownWords(type)}</span>
    </li>
  );
}
