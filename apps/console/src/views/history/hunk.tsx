/** Changed lines, as in a unified diff. */
import { printable } from "@satori/contracts";

interface HunkProps {
  readonly of: { readonly hunk?: string; readonly hunkTruncated?: boolean };
}

/** Nothing if there are no lines: a commit may change only a name, or a file. */
export function Hunk({ of: { hunk = "", hunkTruncated = false } }: HunkProps) {
  const lines = hunk.split("\n").filter((line) => line !== "");
  if (lines.length === 0) return null;
  return (
    <pre class="hunk">
      {lines.map((line, at) => (
        <span key={at} class={KINDS[line[0] ?? ""] ?? ""}>
          {printable(line)}
          {"\n"}
        </span>
      ))}
      {hunkTruncated ? <span class="quiet">…{"\n"}</span> : null}
    </pre>
  );
}

/** Classes by a line's first character. */
const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "quiet" };
