/** Changes to indexes: what a button does, and what came of the last one. */
import { signal } from "@preact/signals";
import type { ToolOutput } from "@satori/client";
import type { ManageIndexInput, ToolCall } from "@satori/contracts";
import { changes } from "./connection/changes.ts";
import { connection, failureOf } from "./connection/connection.ts";
import { goTo, route } from "./routing/navigation.ts";

/** `working`: the server has not answered yet; another change waits for that. */
export type Outcome =
  | { readonly kind: "working"; readonly args: ManageIndexInput }
  | {
      readonly kind: "answered";
      readonly args: ManageIndexInput;
      readonly answer: ToolOutput<"manage_index">;
    }
  | { readonly kind: "failed"; readonly args: ManageIndexInput; readonly message: string };

/** Of the last change that was asked for; null when it was put away. */
export const outcome = signal<Outcome | null>(null);

/**
 * Makes a call of `manage_index`. Resolves when it is answered, whatever the answer. A build goes on in the
 * server: its page shows how far it is.
 */
export async function act({ args }: ToolCall): Promise<void> {
  if (connection.value.kind !== "ready" || outcome.value?.kind === "working") return;
  // What proposes a change proposes a call of this tool: others are links.
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

/** Whoever has gone on to something else meanwhile stays there. */
function followUp({ action, path }: ManageIndexInput): void {
  const at = route.value;
  if (action === "create" && at.view === "codebases") goTo({ view: "codebase", path });
  if (action === "clear" && at.view === "codebase" && at.path === path) goTo({ view: "codebases" });
}
