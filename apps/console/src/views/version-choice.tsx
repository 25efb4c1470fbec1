/** The choice of a version: the files on disk, or a branch, a tag or a commit. */
import type { SatoriClient } from "@satori/client";
import { LIMITS } from "@satori/contracts";
import { useEffect, useState } from "preact/hooks";
import { VersionNames } from "../parts/version-names.tsx";
import { goTo } from "../routing/navigation.ts";
import type { Route, VersionedPath } from "../routing/route.ts";

interface VersionChoiceProps {
  readonly client: SatoriClient;
  /** Root of the codebase. */
  readonly path: string;
  readonly at: Extract<Route, VersionedPath>;
}

/** Names are suggested; others, and ids of commits, can be typed. */
export function VersionChoice({ client, path, at }: VersionChoiceProps) {
  const [isOpened, setOpened] = useState(false);
  const [text, setText] = useState(at.ref);
  useEffect(() => setText(at.ref), [at.ref, path]);
  const choose = (chosen: string): void => {
    const ref = chosen.trim();
    if (ref !== at.ref) goTo({ ...at, ref });
  };
  return (
    <>
      <input
        id="version"
        type="search"
        aria-label="Version"
        title="Branch, tag or commit; empty: the files on disk"
        placeholder="files on disk"
        list="versions"
        autocomplete="off"
        spellcheck={false}
        maxLength={LIMITS.maxRefChars}
        value={text}
        onFocus={() => setOpened(true)}
        onInput={({ currentTarget: { value } }) => setText(value)}
        onChange={({ currentTarget: { value } }) => choose(value)}
        onKeyDown={(event) => {
          const { key, currentTarget: field } = event;
          // Leaving the field chooses what it has.
          if (key === "Escape") field.value = at.ref;
          if (key !== "Enter") return;
          // It would send the question, for the version before.
          event.preventDefault();
          choose(field.value);
        }}
      />
      <VersionNames id="versions" client={client} path={path} isWanted={isOpened} />
    </>
  );
}
