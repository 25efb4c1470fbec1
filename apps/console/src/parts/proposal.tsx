/** A call that an answer proposes, as a link to the page that makes it, or as a button that makes it. */
import type { ToolCall } from "@satori/contracts";
import { act } from "../actions.ts";
import { routeOfCall } from "../routing/route-of-call.ts";
import { callLabel } from "../wording.ts";
import { Link } from "./link.tsx";

/** @param root of the codebase that the answer is about */
export function Proposal({ call, root, label = callLabel(call) }: { readonly call: ToolCall; readonly root: string; readonly label?: string }) {
  const route = routeOfCall(call, root);
  if (route !== null) return <Link to={route} class="button">{label}</Link>;
  return <button type="button" onClick={() => void act(call)}>{label}</button>;
}
