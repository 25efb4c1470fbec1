/** Warnings of an answer in words, each with the buttons and links that do something about it. */
import { remediesOf, type Remedy, warningWords } from "../advice.ts";
import { isHere, route, visit } from "../routing/navigation.ts";
import { formatRoute } from "../routing/route.ts";
import { Link } from "./link.tsx";
import { Prose } from "./prose.tsx";
import { Proposal } from "./proposal.tsx";

interface WarningsProps {
  readonly codes?: readonly string[] | undefined;
  /** Root of the codebase that the answer is about; empty if there is none. */
  readonly root: string;
}

export function Warnings({ codes = [], root }: WarningsProps) {
  if (codes.length === 0) return null;
  const at = route.value;
  return (
    <ul class="notes warnings">
      {codes.map((code) => (
        <li key={code}>
          <Prose text={warningWords(code)} />{" "}
          {remediesOf(code, { root, at }).map((remedy, place) => (
            <RemedyControl key={place} remedy={remedy} root={root} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Nothing for a link to the page that is shown. */
function RemedyControl({ remedy, root }: { readonly remedy: Remedy; readonly root: string }) {
  switch (remedy.kind) {
    case "call":
      return <Proposal call={remedy.call} root={root} />;
    case "visit":
      return isHere(formatRoute(remedy.to)) ? null : (
        <Link to={remedy.to} class="button">
          {remedy.label}
        </Link>
      );
    case "again":
      return (
        <button type="button" onClick={() => void (visit.value += 1)}>
          {remedy.label}
        </button>
      );
  }
}
