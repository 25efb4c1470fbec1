/** Definitions that may have been meant. */
import type { Span } from "@satori/contracts";
import { Link } from "./link.tsx";

interface Candidate {
  readonly file: string;
  readonly symbolId: string;
  readonly symbolLabel: string;
  readonly kind: string;
  readonly span: Span;
}

export function Candidates({ candidates, root }: { readonly candidates: readonly Candidate[]; readonly root: string }) {
  return (
    <ul class="candidates">
      {candidates.map(({ file, symbolId, symbolLabel, kind, span }) => (
        <li key={symbolId}>
          <Link to={{ view: "file", path: root, file, startLine: span.startLine, endLine: span.endLine, symbol: null }}><span class="symbol">{symbolLabel}</span></Link>
          {" "}<span class="quiet">{kind}</span> <code>{file}:{span.startLine}</code>
        </li>
      ))}
    </ul>
  );
}
