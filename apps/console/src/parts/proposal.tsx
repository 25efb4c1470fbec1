/**
 * A call that an answer proposes: a link to the page that makes it, or a button for a change to an index.
 * Renders nothing if that page is already shown.
 */
import type { ToolCall } from "@satori/contracts";
import { act, outcome } from "../actions.ts";
import { isHere, route as here } from "../routing/navigation.ts";
import { routeOfCall } from "../routing/route-of-call.ts";
import { type Route, formatRoute } from "../routing/route.ts";
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
  const proposed = routeOfCall(call, root);
  if (proposed === null)
    return (
      <button
        type="button"
        class={call.args["action"] === "create" ? "main" : ""}
        disabled={outcome.value?.kind === "working"}
        onClick={() => void act(call)}
      >
        {label}
      </button>
    );
  const route = inSameForm(proposed);
  return isHere(formatRoute(route)) ? null : (
    <Link to={route} class="button">
      {label}
    </Link>
  );
}

/** A graph that is reached from a drawing is drawn too. */
function inSameForm(route: Route): Route {
  const at = here.value;
  return route.view === "graph" && at.view === "graph" ? { ...route, form: at.form } : route;
}
