/** The question, and the codebase that it is about: the same on every page. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { type CodebaseEntry, LIMITS } from "@satori/contracts";
import { useAnswer } from "../connection/use-answer.ts";
import { Link } from "../parts/link.tsx";
import { chosenCodebase, keepCodebase } from "../routing/chosen-codebase.ts";
import { goTo, route } from "../routing/navigation.ts";
import { SEARCH_DEFAULTS } from "../routing/route.ts";

export function Header({ client }: { readonly client: SatoriClient }) {
  const at = route.value;
  const { asked } = useAnswer(client, "list_codebases", {});
  const entries: readonly CodebaseEntry[] = asked.kind === "answered" && asked.answer.status === "ok" ? Object.values(asked.answer.codebases).flat() : [];
  const routed = "path" in at ? at.path : "";
  const path = chosenCodebase(routed, entries.map((entry) => entry.path));
  const [query, setQuery] = useState("");
  useEffect(() => void (at.view === "search" && setQuery(at.query)), [at]);
  useEffect(() => {
    if (at.view === "search" && at.path === "" && path !== "") goTo({ ...at, path });
    keepCodebase(path);
  }, [at, path]);
  const search = (event: Event): void => {
    event.preventDefault();
    if (query.trim() === "" || path === "") return;
    const before = at.view === "search" ? at : { view: "search" as const, ...SEARCH_DEFAULTS };
    goTo({ ...before, path, query: query.trim() });
  };
  const choose = (chosen: string): void => goTo(at.view === "search" ? { ...at, path: chosen } : { view: "codebase", path: chosen });
  const known = path === "" || entries.some((entry) => entry.path === path) ? entries.map((entry) => entry.path) : [path, ...entries.map((entry) => entry.path)];
  return (
    <header>
      <Link to={{ view: "codebases" }} class="brand" title="All codebases">Satori</Link>
      <form role="search" onSubmit={search}>
        <select aria-label="Codebase" value={path} disabled={known.length === 0} onChange={(event) => choose(event.currentTarget.value)}>
          {known.length === 0 ? <option value="">nothing is indexed yet</option> : known.map((one) => <option key={one} value={one}>{one}</option>)}
        </select>
        <input id="question" type="search" aria-label="Question" placeholder="Where are retries scheduled?" autocomplete="off" spellcheck={false} maxLength={LIMITS.search.maxQueryChars} value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        <button type="submit" class="main" disabled={path === ""}>Search</button>
      </form>
      <span class="quiet help" title="Press ? for all keys"><kbd>/</kbd> <kbd>?</kbd></span>
    </header>
  );
}
