/** A button that removes an index, after confirmation. */
import { printable } from "@satori/contracts";
import { useRef } from "preact/hooks";
import { act, outcome } from "../actions.ts";

export function ClearButton({ path }: { readonly path: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const clear = (): void => {
    dialog.current?.close();
    void act({ tool: "manage_index", args: { action: "clear", path } });
  };
  return (
    <>
      <button
        type="button"
        disabled={outcome.value?.kind === "working"}
        onClick={() => dialog.current?.showModal()}
      >
        Remove the index…
      </button>
      <dialog ref={dialog} aria-label="Remove the index">
        <h2>Remove the index?</h2>
        <p>
          The index of <code>{printable(path)}</code> will be removed. The indexed files are not touched, and
          the index can be rebuilt.
        </p>
        <p class="actions">
          <button type="button" class="danger" onClick={clear}>
            Remove
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </p>
      </dialog>
    </>
  );
}
