/** Keys of the page: to the question, through what is listed, and the list of them. */
import { useEffect, useRef } from "preact/hooks";

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["/", "to the question"],
  ["j k", "to the next and to the previous result"],
  ["Enter", "opens it"],
  ["Esc", "leaves the question"],
  ["?", "this list"],
];

/** Elements that `j` and `k` go through. */
const STOPS = "[data-stop]";

export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) {
        if (event.key === "Escape") (event.target as HTMLElement).blur();
        return;
      }
      const isTaken = press(event.key, dialog.current);
      if (isTaken) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <dialog ref={dialog} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="keys">{KEYS.map(([keys, meaning]) => <div key={keys}><dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{meaning}</dd></div>)}</dl>
      <form method="dialog"><button type="submit">Close</button></form>
    </dialog>
  );
}

/** Whether the key means something here. */
function press(key: string, dialog: HTMLDialogElement | null): boolean {
  if (dialog?.open) return false;
  switch (key) {
    case "/": return focusOn(document.querySelector<HTMLInputElement>("#question"));
    case "?":
      dialog?.showModal();
      return true;
    case "j": return move(1);
    case "k": return move(-1);
    default: return false;
  }
}

function move(by: 1 | -1): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop === document.activeElement || stop.parentElement?.contains(document.activeElement));
  return focusOn(stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : at + by] ?? null);
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
  if (element instanceof HTMLInputElement) element.select();
  return element !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}
