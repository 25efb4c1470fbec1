/** The frame of the page: connection, header, and the view of the route. */
import type { SatoriClient, ToolOutput } from "@satori/client";
import { Component, type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { connection, open } from "./connection/connection.ts";
import { type Ask, useAnswer } from "./connection/use-answer.ts";
import { NoAnswer } from "./parts/no-answer.tsx";
import { OutcomeBar } from "./parts/outcome-bar.tsx";
import { route } from "./routing/navigation.ts";
import { type Route, refOf } from "./routing/route.ts";
import { type ServedFolders, servedFolders } from "./routing/served-folders.ts";
import { CodebaseView } from "./views/codebase.tsx";
import { CodebasesView } from "./views/codebases.tsx";
import { FileView } from "./views/file/file.tsx";
import { GraphView } from "./views/graph/graph.tsx";
import { HistoryView } from "./views/history/history.tsx";
import { ImpactView } from "./views/impact/impact.tsx";
import { Header } from "./views/header.tsx";
import { SearchView } from "./views/search/search.tsx";
import { Shortcuts } from "./views/shortcuts.tsx";
import { Unlock } from "./views/unlock.tsx";
import { titleOf } from "./wording.ts";

/** Interval while something is being indexed. */
const POLL_MS = 1_000;

export function App() {
  const state = connection.value;
  switch (state.kind) {
    case "connecting":
      return (
        <main class="narrow">
          <p class="quiet" role="status">
            Connecting…
          </p>
        </main>
      );
    case "locked":
      return <Unlock wasRefused={state.wasRefused} />;
    case "failed":
      return (
        <main class="narrow">
          <NoAnswer message={state.message} again={() => void open()} />
        </main>
      );
    case "ready":
      return <Page client={state.client} />;
  }
}

function Page({ client }: { readonly client: SatoriClient }) {
  const at = route.value;
  const codebases = useAnswer(client, "list_codebases", {}, whileIndexing);
  const main = useRef<HTMLElement>(null);
  const place = `${at.view} ${"path" in at ? `${at.path} ${refOf(at)}` : ""} ${at.view === "file" ? at.file : ""}`;
  const isOpened = useRef(false);
  // The title that browser histories and tabs show. Views that know more set it afterwards, in their effects.
  useLayoutEffect(() => void (document.title = titleOf(at)), [at]);
  useEffect(() => {
    // Moves the focus to the new content, for screen readers and keyboard users.
    if (isOpened.current) main.current?.focus({ preventScroll: true });
    // Other clients may have changed what is indexed since the page was opened.
    if (isOpened.current && at.view === "codebases") codebases.again();
    isOpened.current = true;
  }, [place]);
  return (
    <>
      <Header client={client} folders={foldersIn(codebases)} />
      <OutcomeBar />
      <main ref={main} tabIndex={-1}>
        <Boundary key={place}>
          <View client={client} codebases={codebases} at={at} />
        </Boundary>
      </main>
      <Shortcuts />
    </>
  );
}

function View({
  client,
  codebases,
  at,
}: {
  readonly client: SatoriClient;
  readonly codebases: Ask<"list_codebases">;
  readonly at: Route;
}) {
  switch (at.view) {
    case "codebases":
      return <CodebasesView codebases={codebases} />;
    case "codebase":
      return <CodebaseView client={client} at={at} />;
    case "search":
      return <SearchView client={client} at={at} isAnyServed={isAnyServed(codebases)} />;
    case "file":
      return <FileView client={client} at={at} />;
    case "graph":
      return <GraphView client={client} at={at} />;
    case "history":
      return <HistoryView client={client} at={at} />;
    case "impact":
      return <ImpactView client={client} at={at} />;
  }
}

function whileIndexing(answer: ToolOutput<"list_codebases">): number | null {
  return answer.status === "ok" && answer.codebases.indexing.length > 0 ? POLL_MS : null;
}

/** Whether there may be something to search. */
function isAnyServed(codebases: Ask<"list_codebases">): boolean {
  const folders = foldersIn(codebases);
  return folders === null || folders.indexed.length + folders.unindexed.length > 0;
}

/** Null until they are known. */
function foldersIn({ asked }: Ask<"list_codebases">): ServedFolders | null {
  return asked.kind === "answered" && asked.answer.status === "ok" ? servedFolders(asked.answer) : null;
}

// Contains rendering errors, so that they do not break the rest of the page.

interface BoundaryProps {
  readonly children: ComponentChildren;
}

class Boundary extends Component<BoundaryProps, { readonly problem: string | null }> {
  override state: { readonly problem: string | null } = { problem: null };

  override componentDidCatch(error: unknown): void {
    this.setState({
      problem: `This page cannot be shown: ${String(error)}. Try the command line`,
    });
  }

  override render() {
    return this.state.problem === null ? (
      this.props.children
    ) : (
      <NoAnswer message={this.state.problem} again={() => this.setState({ problem: null })} />
    );
  }
}
