/** A part of a long page that can be collapsed. Its content is made only while it is open. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { KeepLatest } from "../connection/keep-latest.ts";

/** What users opened and closed, so that a page that they return to is as they left it. */
const MOST_KEPT = 20_000;
const choices = new KeepLatest<boolean>(MOST_KEPT);

interface GroupProps {
  /** Unique among all pages. */
  readonly id: string;
  readonly title: ComponentChildren;
  /** Whether it is open before the user has opened or closed it. */
  readonly startsOpen: boolean;
  readonly children: () => ComponentChildren;
}

export function Group({ id, title, startsOpen, children }: GroupProps) {
  const [isOpen, setOpen] = useState(choices.get(id) ?? startsOpen);
  const toggle = (open: boolean): void => {
    if (open === isOpen) return;
    choices.set(id, open);
    setOpen(open);
  };
  return (
    <details class="group" open={isOpen} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary data-stop="">{title}</summary>
      {isOpen ? children() : null}
    </details>
  );
}

/**
 * Buttons for all groups of a part of a page.
 *
 * @param onChange called afterwards: the part has to give its groups other keys, so that they are made again
 */
export function GroupButtons({
  ids,
  onChange,
}: {
  readonly ids: readonly string[];
  readonly onChange: () => void;
}) {
  if (ids.length < 2) return null;
  const setAll = (isOpen: boolean): void => {
    for (const id of ids) choices.set(id, isOpen);
    onChange();
  };
  return (
    <>
      <button type="button" class="small" onClick={() => setAll(true)}>
        Expand all
      </button>
      <button type="button" class="small" onClick={() => setAll(false)}>
        Collapse all
      </button>
    </>
  );
}
