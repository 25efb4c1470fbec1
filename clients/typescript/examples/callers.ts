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
  const nodes = new Map(graph.nodes.map((node) => [node.symbolId, node]));
  for (const { from, to, site, confidence } of graph.edges) {
    const [caller, callee] = [nodes.get(from), nodes.get(to)];
    // A call names its file only if it is another than the caller's.
    const place = `${site.file ?? caller?.file}:${site.line}`;
    console.log(`${caller?.symbolLabel} -> ${callee?.symbolLabel} at ${place} (${confidence})`);
  }
} else {
  console.log(`${graph.status}: ${graph.message}`);
}
