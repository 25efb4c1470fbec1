/** Keyboard shortcuts: to the question field, through lists, and the list of shortcuts. */
import { useEffect, useRef } from "preact/hooks";

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["/", "go to the question"],
  ["j k", "next and previous result or group"],
  ["Enter", "open the result, or open or close the group"],
  ["Esc", "leave the question"],
  ["?", "show this list"],
];

/** Elements that `j` and `k` go through. */
const STOPS = "[data-stop]";

export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // While a word is being composed, keys belong to the input method.
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing)
        return;
      const isTaken = isTyping(event.target)
        ? event.key === "Escape" && leave(event.target)
        : press(event.key, dialog.current);
      if (isTaken) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

/** Handles a key; returns whether it has a meaning here. */
function press(key: string, dialog: HTMLDialogElement | null): boolean {
  if (document.querySelector("dialog[open]")) return false;
  switch (key) {
    case "/":
      return focusOn(document.querySelector<HTMLInputElement>("#question"));
    case "?":
      dialog?.showModal();
      return true;
    case "j":
      return move(1);
    case "k":
      return move(-1);
    default:
      return false;
  }
}

function move(by: 1 | -1): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)];
  const current = document.activeElement?.closest("li.result");
  const at = stops.findIndex(
    (stop) => stop === document.activeElement || (current && stop.closest("li.result") === current),
  );
  return focusOn(stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : at + by] ?? null);
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
  if (element instanceof HTMLInputElement) element.select();
  return element !== null;
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select");
}

/** Leaves a field without clearing it, as browsers would for search fields. */
function leave(field: HTMLElement): boolean {
  field.blur();
  return true;
}
