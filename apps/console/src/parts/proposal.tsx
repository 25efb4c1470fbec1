/**
 * A call that an answer proposes: a link to the page that makes it, or a button for a change to an index.
 * Renders nothing if that page is already shown.
 */
import type { ToolCall } from "@satori/contracts";
import { act, outcome } from "../actions.ts";
import { isHere } from "../routing/navigation.ts";
import { routeOfCall } from "../routing/route-of-call.ts";
import { formatRoute } from "../routing/route.ts";
import { callLabel } from "../wording.ts";
import { Link } from "./link.tsx";

/** @param root of the codebase that the answer is about */
export function Proposal({
  call,
  root,
  label = callLabel(call),
}: {
  readonly call: ToolCall;
  readonly root: string;
  readonly label?: string;
}) {
  const route = routeOfCall(call, root);
  if (route === null)
    return (
      <button type="button" disabled={outcome.value?.kind === "working"} onClick={() => void act(call)}>
        {label}
      </button>
    );
  return isHere(formatRoute(route)) ? null : (
    <Link to={route} class="button">
      {label}
    </Link>
  );
}
