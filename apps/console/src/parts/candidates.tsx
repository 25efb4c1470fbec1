/** A list of definitions that the user may have meant. */
import { type Span, printable } from "@satori/contracts";
import type { Route } from "../routing/route.ts";
import { Link } from "./link.tsx";

export interface Candidate {
  readonly file: string;
  readonly symbolId: string;
  readonly symbolLabel: string;
  readonly kind: string;
  readonly span: Span;
}

/** @param toOf the route for a chosen candidate */
export function Candidates({
  candidates,
  toOf,
}: {
  readonly candidates: readonly Candidate[];
  readonly toOf: (candidate: Candidate) => Route;
}) {
  return (
    <ul class="candidates">
      {candidates.map((candidate) => (
        <li key={candidate.symbolId}>
          <Link to={toOf(candidate)}>
            <span class="symbol">{printable(candidate.symbolLabel)}</span>
          </Link>{" "}
          <span class="quiet">{candidate.kind}</span>{" "}
          <code>
            {printable(candidate.file)}:{candidate.span.startLine}
          </code>
        </li>
      ))}
    </ul>
  );
}
