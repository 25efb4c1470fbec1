/** The frame of the page: connection, header, and the view of the route. */
import { useEffect } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { connection, open } from "./connection/connection.ts";
import { Shortcuts } from "./views/shortcuts.tsx";
import { NoAnswer } from "./parts/no-answer.tsx";
import { OutcomeBar } from "./parts/outcome-bar.tsx";
import { route } from "./routing/navigation.ts";
import { titleOf } from "./wording.ts";
import { CodebaseView } from "./views/codebase.tsx";
import { CodebasesView } from "./views/codebases.tsx";
import { FileView } from "./views/file/file.tsx";
import { GraphView } from "./views/graph/graph.tsx";
import { Header } from "./views/header.tsx";
import { SearchView } from "./views/search/search.tsx";
import { Unlock } from "./views/unlock.tsx";

export function App() {
  const state = connection.value;
  switch (state.kind) {
    case "connecting": return <main class="narrow"><p class="quiet" role="status">Connecting…</p></main>;
    case "locked": return <Unlock wasRefused={state.wasRefused} />;
    case "failed": return (
      <main class="narrow"><NoAnswer message={state.message} again={() => void open()} /></main>
    );
    case "ready": return <Page client={state.client} />;
  }
}

function Page({ client }: { readonly client: SatoriClient }) {
  return (
    <>
      <Header client={client} />
      <OutcomeBar />
      <main><View client={client} /></main>
      <Shortcuts />
    </>
  );
}

function View({ client }: { readonly client: SatoriClient }) {
  const at = route.value;
  // What histories and tabs show.
  useEffect(() => void (document.title = titleOf(at)), [at]);
  switch (at.view) {
    case "codebases": return <CodebasesView client={client} />;
    case "codebase": return <CodebaseView client={client} path={at.path} />;
    case "search": return <SearchView client={client} at={at} />;
    case "file": return <FileView client={client} at={at} />;
    case "graph": return <GraphView client={client} at={at} />;
  }
}
