/** The choice of a version: the files on disk, or a branch, a tag or a commit. */
import type { SatoriClient } from "@satori/client";
import { LIMITS, printable } from "@satori/contracts";
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../connection/use-answer.ts";
import { goTo } from "../routing/navigation.ts";
import type { Route } from "../routing/route.ts";

interface VersionChoiceProps {
  readonly client: SatoriClient;
  /** Root of the codebase. */
  readonly path: string;
  readonly at: Exclude<Route, { readonly view: "codebases" }>;
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
      <datalist id="versions">{isOpened ? <Names key={path} client={client} path={path} /> : null}</datalist>
    </>
  );
}

/** The branches and tags of the repository. */
function Names({ client, path }: { readonly client: SatoriClient; readonly path: string }) {
  const { asked } = useAnswer(client, "manage_index", { action: "status", path });
  if (asked.kind !== "answered") return null;
  const refs = "refs" in asked.answer ? asked.answer.refs : undefined;
  return (
    <>
      {refs?.branches.map((name) => (
        <Name key={`b ${name}`} name={name} kind="branch" />
      ))}
      {refs?.tags.map((name) => (
        <Name key={`t ${name}`} name={name} kind="tag" />
      ))}
    </>
  );
}

function Name({ name, kind }: { readonly name: string; readonly kind: string }) {
  return <option value={name} label={`${printable(name)} (${kind})`} />;
}
