/**
 * The upload notice as a sentence, for answers of the engine and for the command line, which prints it before
 * it waits for the run. Pure.
 */
import { counted } from "../counted.ts";
import type { UploadNotice } from "../tools/manage-index.ts";

export function describeUpload({ provider, host, files, secrets }: UploadNotice): string {
  const { count, examples } = secrets;
  const leftOut =
    count === 0
      ? "no likely secrets were found"
      : `excluded as likely secrets: ${count} ` +
        `(${examples.join(", ")}${count > examples.length ? ", …" : ""})`;
  return (
    `The text and paths of up to ${counted(files, "file")} of this codebase are sent to ${provider} ` +
    `at ${host} for the first time; ${leftOut}.`
  );
}
