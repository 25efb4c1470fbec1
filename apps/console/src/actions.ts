/** Changes to indexes: what a button does, and the outcome of the last change. */
import { signal } from "@preact/signals";
import type { ToolOutput } from "@satori/client";
import type { ManageIndexInput, ToolCall } from "@satori/contracts";
import { changes } from "./connection/changes.ts";
import { connection, failureOf } from "./connection/connection.ts";
import { goTo, route } from "./routing/navigation.ts";

/** `working`: the server has not answered yet; further changes wait until then. */
export type Outcome =
  | { readonly kind: "working"; readonly args: ManageIndexInput }
  | {
      readonly kind: "answered";
      readonly args: ManageIndexInput;
      readonly answer: ToolOutput<"manage_index">;
    }
  | { readonly kind: "failed"; readonly args: ManageIndexInput; readonly message: string };

/** The outcome of the last change; null after it was dismissed. */
export const outcome = signal<Outcome | null>(null);

/**
 * Calls `manage_index`. Resolves when the call is answered, whatever the answer. A build continues in the
 * server, and its page shows the progress.
 */
export async function act({ args }: ToolCall): Promise<void> {
  if (connection.value.kind !== "ready" || outcome.value?.kind === "working") return;
  // Proposals for changes are always calls of this tool; others are links.
  const asked = args as unknown as ManageIndexInput;
  outcome.value = { kind: "working", args: asked };
  try {
    const answer = await connection.value.client.manageIndex(asked);
    outcome.value = { kind: "answered", args: asked, answer };
    if (answer.status === "ok") followUp(asked);
  } catch (error) {
    outcome.value = { ...failureOf(error), args: asked };
  }
  changes.value += 1;
}

/** Goes to the page that shows the result, unless the user has moved on meanwhile. */
function followUp({ action, path, ref = "" }: ManageIndexInput): void {
  const at = route.value;
  if (action === "create" && at.view === "codebases") goTo({ view: "codebase", path, ref: "" });
  if (action === "clear" && at.view === "codebase" && at.path === path)
    goTo(ref === "" ? { view: "codebases" } : { view: "codebase", path, ref: "" });
}
