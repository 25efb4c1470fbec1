/** Changes to indexes: what a button does, and what came of the last one. */
import { signal } from "@preact/signals";
import type { ToolOutput } from "@satori/client";
import type { ManageIndexInput, ToolCall } from "@satori/contracts";
import { changes } from "./connection/changes.ts";
import { connection, isUnauthorized, messageOf } from "./connection/connection.ts";
import { goTo, route } from "./routing/navigation.ts";

export type Outcome =
  | { readonly kind: "answered"; readonly args: ManageIndexInput; readonly answer: ToolOutput<"manage_index"> }
  | { readonly kind: "failed"; readonly args: ManageIndexInput; readonly message: string };

/** Of the last change that was asked for; null when it was put away. */
export const outcome = signal<Outcome | null>(null);

/** Makes a call of `manage_index`. Resolves when it is answered, whatever the answer. A build goes on in the server: its page shows how far it is. */
export async function act({ args }: ToolCall): Promise<void> {
  if (connection.value.kind !== "ready") return;
  // What proposes a change proposes a call of this tool: others are links.
  const asked = args as unknown as ManageIndexInput;
  try {
    const answer = await connection.value.client.manageIndex(asked);
    outcome.value = { kind: "answered", args: asked, answer };
    // Whoever was asking something else goes on with that when the index is there.
    if (asked.action === "create" && answer.status === "ok" && route.value.view === "codebases") goTo({ view: "codebase", path: asked.path });
    if (asked.action === "clear" && answer.status === "ok") goTo({ view: "codebases" });
  } catch (error) {
    if (isUnauthorized(error)) connection.value = { kind: "locked", wasRefused: true };
    outcome.value = { kind: "failed", args: asked, message: messageOf(error) };
  }
  changes.value += 1;
}
