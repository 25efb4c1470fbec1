/** Extracts the trace from the message of a fix, without what names the guilty commit. */

const LOCATION = /(?:^|[\s(`'"])[\w./+-]*\w\.[A-Za-z]\w{0,4}[:(]\d+|File "[^"]+", line \d+/;
/** Trailers, and lines that name a commit or its subject. */
const NAMES_COMMIT = /\b[0-9a-f]{7,40}\b.*\(|\bcommit [0-9a-f]{7}|^\s*[A-Z][\w-]+(?:-by|es|s|k): /;
/** The subject of a commit whose id is on the line above. */
const SUBJECT_LINE = /^\s*\(/;
const COMMIT_ID = /\b[0-9a-f]{7,40}\b/;
/** The error is written above or below its frames. */
const MARGIN = 2;

/** Empty if the message has no trace. */
export function traceOfMessage(message: string): string {
  const lines = message.split("\n");
  const located = [...lines.keys()].filter((at) => LOCATION.test(lines[at] as string));
  const [first, last] = [located[0], located.at(-1)];
  if (first === undefined || last === undefined) return "";
  return lines
    .slice(Math.max(0, first - MARGIN), last + MARGIN + 1)
    .filter(
      (line, at, all) =>
        !NAMES_COMMIT.test(line) && !(SUBJECT_LINE.test(line) && COMMIT_ID.test(all[at - 1] ?? "")),
    )
    .join("\n");
}
