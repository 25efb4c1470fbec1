/** The question field and the selected codebase: the same on every page. */
import { useEffect, useState } from "preact/hooks";
import { LIMITS, printable } from "@satori/contracts";
import { Link } from "../parts/link.tsx";
import { chosenCodebase, keepCodebase } from "../routing/chosen-codebase.ts";
import { goTo, replaceWith, route } from "../routing/navigation.ts";
import { SEARCH_DEFAULTS } from "../routing/route.ts";

/** @param indexed roots of codebases, in the order in which they are offered */
export function Header({ indexed }: { readonly indexed: readonly string[] }) {
  const at = route.value;
  const routed = "path" in at ? at.path : "";
  const path = chosenCodebase(routed, indexed);
  const asked = at.view === "search" ? at.query : null;
  const [query, setQuery] = useState("");
  // Text being typed survives changes of filters.
  useEffect(() => void (asked !== null && setQuery(asked)), [asked]);
  useEffect(() => {
    if (at.view === "search" && at.path === "" && path !== "") replaceWith({ ...at, path });
    keepCodebase(path);
  }, [at, path]);
  const search = (event: Event): void => {
    event.preventDefault();
    if (query.trim() === "" || path === "") return;
    // A search in a folder stays in that folder.
    goTo(
      at.view === "search"
        ? { ...at, path: routed || path, query: query.trim() }
        : { view: "search", ...SEARCH_DEFAULTS, path, query: query.trim() },
    );
  };
  const choose = (chosen: string): void =>
    goTo(at.view === "search" ? { ...at, path: chosen } : { view: "codebase", path: chosen });
  const offered = path === "" || indexed.includes(path) ? indexed : [path, ...indexed];
  return (
    <header>
      <Link to={{ view: "codebases" }} class="brand" title="All codebases">
        Satori
      </Link>
      <form role="search" onSubmit={search}>
        <select
          aria-label="Codebase"
          value={path}
          disabled={offered.length === 0}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {offered.length === 0 ? (
            <option value="">nothing is indexed yet</option>
          ) : (
            offered.map((one) => (
              <option key={one} value={one}>
                {printable(one)}
              </option>
            ))
          )}
        </select>
        <input
          id="question"
          type="search"
          aria-label="Question"
          placeholder="Where are retries scheduled?"
          autocomplete="off"
          spellcheck={false}
          maxLength={LIMITS.search.maxQueryChars}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <button type="submit" class="main" disabled={path === ""}>
          Search
        </button>
      </form>
      <span class="quiet help" title="Press ? for all keys">
        <kbd>/</kbd> <kbd>?</kbd>
      </span>
    </header>
  );
}
