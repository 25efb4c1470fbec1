/** A button that removes an index, after confirmation. */
import { printable } from "@satori/contracts";
import { useRef } from "preact/hooks";
import { act, outcome } from "../actions.ts";
import { type VersionedPath, refArgument } from "../routing/route.ts";

export function ClearButton({ version: { path, ref } }: { readonly version: VersionedPath }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const clear = (): void => {
    dialog.current?.close();
    void act({ tool: "manage_index", args: { action: "clear", path, ...refArgument(ref) } });
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
          The index of <code>{printable(path)}</code>
          {ref === "" ? " and the indexes of its commits" : ` at ${printable(ref)}`} will be removed. The
          indexed files are not touched, and the index can be built again.
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
