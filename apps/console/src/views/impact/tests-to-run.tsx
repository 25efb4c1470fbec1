/** The tests to run after a change, with commands to copy, and changed symbols that no test reaches. */
import { printable } from "@satori/contracts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Group } from "../../parts/group.tsx";
import { Link } from "../../parts/link.tsx";
import { fileOf, type VersionedPath } from "../../routing/route.ts";
import { count, number } from "../../wording.ts";
import type { ImpactPartProps } from "./changed-symbols.tsx";
import { type ImpactAnswer, openAtFirst } from "./impact-groups.ts";
import { reasonWords } from "./impact-words.ts";

type Tests = ImpactAnswer["tests"];

export function TestsToRun({ answer: { tests, changed }, versions, page }: ImpactPartProps) {
  const { files, total, testFiles, commands, unreached } = tests;
  return (
    <section aria-label="Tests to run">
      <h2>
        Tests to run{" "}
        <span class="quiet">
          {number(total)} of {count(testFiles, "test file")}
        </span>
      </h2>
      {total === 0 ? (
        <p class="quiet">
          {testFiles === 0
            ? "The codebase has no files that are known as tests."
            : "No test is known to reach the change."}
        </p>
      ) : null}
      <Commands of={commands} />
      <TestFiles of={files} total={total} version={versions.after} page={page} />
      {unreached.length === 0 ? null : (
        <p>
          No test is known to reach{" "}
          {unreached.map((at, nth) => (
            <span key={at}>
              {nth === 0 ? "" : ", "}
              <span class="symbol">{printable(changed[at]?.symbol ?? "")}</span>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

function Commands({ of: commands }: { readonly of: Tests["commands"] }) {
  return (
    <ul class="commands">
      {commands.map(({ runner, folder, command, shownBy, files }) => (
        <li key={`${folder} ${runner}`}>
          <p class="quiet">
            {runner}, {count(files, "file")}
            {folder === "." ? "" : ", in "}
            {folder === "." ? null : <code>{printable(folder)}</code>}, as {printable(shownBy)} shows{" "}
            <CopyButton text={command} what={`the command of ${runner}`} />
          </p>
          <pre>{printable(command)}</pre>
        </li>
      ))}
    </ul>
  );
}

function TestFiles({
  of: files,
  total,
  version,
  page,
}: {
  readonly of: Tests["files"];
  readonly total: number;
  readonly version: VersionedPath;
  readonly page: string;
}) {
  if (files.length === 0) return null;
  return (
    <Group
      id={`${page} tests`}
      startsOpen={openAtFirst([1, files.length])[1] ?? false}
      title={
        files.length < total
          ? `${number(files.length)} of ${count(total, "test file")}`
          : count(total, "test file")
      }
    >
      {() => (
        <ul class="tree">
          {files.map(({ file, reasons, distance, functions = [] }) => (
            <li key={file}>
              <Link to={fileOf(version, file)} class="file">
                {printable(file)}
              </Link>{" "}
              <span class="quiet">{reasons.map((reason) => reasonWords(reason, distance)).join(", ")}</span>
              {functions.length === 0 ? null : (
                <p class="functions">{functions.map(printable).join(" · ")}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}
