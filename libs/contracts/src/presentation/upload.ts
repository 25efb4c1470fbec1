/**
 * The notice before an upload as a sentence: in answers of the engine, and on the command line before the run
 * is awaited. Pure.
 */
import { counted } from "../counted.ts";
import type { UploadNotice } from "../tools/manage-index.ts";

export function describeUpload({ provider, host, files, secrets }: UploadNotice): string {
  const { count, examples } = secrets;
  const leftOut =
    count === 0
      ? "no names of secrets were found"
      : `left out by the names of secrets: ${count} ` +
        `(${examples.join(", ")}${count > examples.length ? ", …" : ""})`;
  return (
    `For the first time from this codebase, the text and the paths of up to ${counted(files, "file")} ` +
    `are sent to ${provider} at ${host}; ${leftOut}.`
  );
}
