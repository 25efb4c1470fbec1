/**
 * Indexes a folder if it has no index, waits for that, and asks a question.
 *
 *   tsx index-and-search.ts FOLDER QUESTION http://127.0.0.1:7411/mcp
 *   tsx index-and-search.ts FOLDER QUESTION satori-mcp
 */
import { type SatoriClient, connect } from "@satori/client";
import { targetOf } from "./target.ts";

const [folder = ".", question = "", ...server] = process.argv.slice(2);

await using client = await connect(targetOf(server));
if (await isIndexed(client, folder)) await search(client, folder, question);

async function isIndexed(satori: SatoriClient, path: string): Promise<boolean> {
  const started = await satori.manageIndex({ action: "create", path });
  if (started.status !== "ok" && started.status !== "not_ready") {
    console.log(`no index: ${started.status}: ${started.message}`);
    return false;
  }
  const {
    isIndexed: isReady,
    state,
    answer,
  } = await satori.waitUntilIndexed(path, {
    runId: started.status === "ok" ? (started.runId ?? null) : null,
    pollMs: 100,
    onPoll: (polled) =>
      console.error(
        polled?.status === "not_ready" ? `indexing: ${polled.indexing.progressPct ?? 0} %` : "indexing",
      ),
  });
  console.log(answer?.status === "ok" ? `indexed: ${answer.index?.files ?? 0} files` : `index: ${state}`);
  return isReady;
}

async function search(satori: SatoriClient, path: string, query: string): Promise<void> {
  const found = await satori.searchCodebase({ path, query, limit: 3 }, { timeoutMs: 30_000 });
  switch (found.status) {
    case "ok":
      for (const { file, span, symbolLabel } of found.results)
        console.log(`${file}:${span.startLine}-${span.endLine} ${symbolLabel ?? "-"}`);
      return;
    case "not_ready":
    case "not_indexed":
    case "requires_reindex":
      // A gate names the call that gets past it.
      return console.log(`${found.status}: ${JSON.stringify(found.hints)}`);
    case "error":
      return console.log(`${found.error.code}: ${found.message}`);
  }
}
