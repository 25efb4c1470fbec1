/**
 * Shows who calls a function, by its name.
 *
 *   tsx callers.ts FOLDER NAME http://127.0.0.1:7411/mcp
 */
import { connect } from "@satori/client";
import { targetOf } from "./target.ts";

const [folder = ".", symbol = "", ...server] = process.argv.slice(2);

await using client = await connect(targetOf(server));
const graph = await client.callGraph({ path: folder, symbol, direction: "callers" });
if (graph.status === "ok") {
  const labels = new Map(graph.nodes.map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]));
  for (const { from, to, site, confidence } of graph.edges)
    console.log(
      `${labels.get(from) ?? from} -> ${labels.get(to) ?? to} at ${site.file}:${site.line} (${confidence})`,
    );
} else {
  console.log(`${graph.status}: ${graph.message}`);
}
