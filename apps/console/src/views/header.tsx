/** The question field and the selected codebase: the same on every page. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { LIMITS, printable } from "@satori/contracts";
import { Link } from "../parts/link.tsx";
import { chosenCodebase, keepCodebase } from "../routing/chosen-codebase.ts";
import { goTo, replaceWith, route } from "../routing/navigation.ts";
import { nameOf, shortNames } from "../routing/paths.ts";
import { refOf, SEARCH_DEFAULTS } from "../routing/route.ts";
import type { ServedFolders } from "../routing/served-folders.ts";
import { VersionChoice } from "./version-choice.tsx";

/** @param folders those that can be searched; null while they are unknown */
export function Header({
  client,
  folders,
}: {
  readonly client: SatoriClient;
  readonly folders: ServedFolders | null;
}) {
  const at = route.value;
  const routed = "path" in at ? at.path : "";
  const path = chosenCodebase(routed, [...(folders?.indexed ?? []), ...(folders?.unindexed ?? [])]);
  const asked = at.view === "search" ? at.query : null;
  const [query, setQuery] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Text being typed survives changes of filters.
  useEffect(() => void (asked !== null && setQuery(asked)), [asked]);
  useEffect(() => {
    if (at.view === "search" && at.path === "" && path !== "") replaceWith({ ...at, path });
    keepCodebase(path);
  }, [at, path]);
  const search = (event: Event): void => {
    event.preventDefault();
    setMissing(query.trim() === "");
    if (query.trim() === "") return void field.current?.focus();
    // Without a codebase, the page of the question says so. A search in a folder stays in that folder.
    goTo(
      at.view === "search"
        ? { ...at, path: routed || path, query: query.trim() }
        : { view: "search", ...SEARCH_DEFAULTS, path, ref: refOf(at), query: query.trim() },
    );
  };
  return (
    <header>
      <Link to={{ view: "codebases" }} class="brand" title="All codebases">
        Satori
      </Link>
      <form role="search" onSubmit={search}>
        <CodebaseChoice path={path} folders={folders} />
        {"ref" in at && path !== "" ? <VersionChoice client={client} path={path} at={at} /> : null}
        <input
          id="question"
          ref={field}
          type="search"
          aria-label="Question"
          placeholder="Where are retries scheduled?"
          autocomplete="off"
          spellcheck={false}
          maxLength={LIMITS.search.maxQueryChars}
          value={query}
          aria-invalid={isMissing}
          aria-describedby="question-problem"
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <button type="submit" class="main">
          Search
        </button>
        <p id="question-problem" class="said" role="alert">
          {isMissing ? "Type a question first: words, a name, or quoted text." : ""}
        </p>
      </form>
      <span class="quiet help" title="Press ? for all keys">
        <kbd>/</kbd> <kbd>?</kbd>
      </span>
    </header>
  );
}

function CodebaseChoice({
  path,
  folders,
}: {
  readonly path: string;
  readonly folders: ServedFolders | null;
}) {
  const at = route.value;
  const indexed = folders?.indexed ?? [];
  const unindexed = folders?.unindexed ?? [];
  const known = [...indexed, ...unindexed];
  const names = shortNames(known);
  const choose = (chosen: string): void =>
    goTo(
      at.view === "search" ? { ...at, path: chosen, ref: "" } : { view: "codebase", path: chosen, ref: "" },
    );
  const option = (one: string) => (
    <option key={one} value={one} title={printable(one)}>
      {printable(names.get(one) ?? nameOf(one))}
      {unindexed.includes(one) ? " (no index)" : ""}
    </option>
  );
  return (
    <select
      aria-label="Codebase"
      title={printable(path)}
      value={path}
      disabled={path === ""}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {path === "" ? <option value="">{folders === null ? "…" : "nothing is indexed yet"}</option> : null}
      {path === "" || known.includes(path) ? null : option(path)}
      {known.map(option)}
    </select>
  );
}
