/** The question field and the selected codebase: the same on every page. */
import { LIMITS } from "@satori/contracts";
import { useEffect, useState } from "preact/hooks";
import { nameShown } from "../code/reordering.ts";
import { keep, kept } from "../kept.ts";
import { Link } from "../parts/link.tsx";
import { goTo, replaceWith, route } from "../routing/navigation.ts";
import { pathBelow } from "../routing/paths.ts";
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
                {nameShown(one)}
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

// The codebase that requests are about: the one in the address, else the last one used, else the first
// indexed one.

const KEY = "satori.codebase";

/**
 * The root of the innermost codebase that contains a path; the path itself if none does.
 *
 * @param indexed roots, absolute
 */
export function codebaseAround(path: string, indexed: readonly string[]): string {
  const around = indexed.filter((root) => pathBelow(root, path) !== null);
  return around.reduce((best, root) => (root.length > best.length ? root : best), "") || path;
}

/**
 * @param routed the path in the address; empty if it has none. The result is empty if nothing is indexed
 *   either
 */
export function chosenCodebase(routed: string, indexed: readonly string[]): string {
  if (routed !== "") return codebaseAround(routed, indexed);
  const last = kept("browser", KEY);
  return indexed.find((root) => root === last) ?? indexed[0] ?? "";
}

export function keepCodebase(path: string): void {
  if (path !== "" && path !== kept("browser", KEY)) keep("browser", KEY, path);
}
