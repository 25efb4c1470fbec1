/** What an impact covers, so that it can be judged. */
import { printable } from "@satori/contracts";
import { Link } from "../../parts/link.tsx";
import { fileOf } from "../../routing/route.ts";
import { count, number, words } from "../../wording.ts";
import type { ImpactPartProps } from "./changed-symbols.tsx";
import { gapsOf } from "./impact-words.ts";

export function ImpactCoverage({
  answer: { coverage, source },
  versions,
}: Pick<ImpactPartProps, "answer" | "versions">) {
  const { changedFiles, comparedFiles, withoutSymbols, notCompared, examples = [] } = coverage;
  const gaps = gapsOf(coverage);
  return (
    <section aria-label="Coverage">
      <h2>Coverage</h2>
      {source === "symbols" ? null : (
        <p>
          {count(changedFiles, "changed file")}: {number(comparedFiles)} compared, {number(withoutSymbols)}{" "}
          without symbols, {number(notCompared)} not compared.
        </p>
      )}
      <p>{gaps.length === 0 ? "No known gaps." : sentence(gaps)}</p>
      {examples.length === 0 ? null : (
        <details>
          <summary>Files that were not compared ({number(notCompared)})</summary>
          <ul class="sites">
            {examples.map(({ file, cause }) => (
              <li key={file}>
                <Link to={fileOf(versions.after, file)} class="file">
                  {printable(file)}
                </Link>
                <span class="quiet">{words(cause)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function sentence(gaps: readonly string[]): string {
  const text = `${gaps.join("; ")}.`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
