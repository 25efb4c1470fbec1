/** What lies on a server besides one version of the tree: asked past the product. */
import sdk, { type MilvusClient } from "@zilliz/milvus2-sdk-node";
import { QUIET_CHANNEL } from "../../e2e/support/milvus-server.ts";
import { treeAt } from "../kill/tree.ts";

export class Leftovers implements AsyncDisposable {
  private readonly client: MilvusClient;

  constructor(address: string) {
    sdk.logger.silent = true;
    this.client = new sdk.MilvusClient({ address, telemetry: { enabled: false }, channelOptions: QUIET_CHANNEL });
  }

  /** @param version of the tree that the only index is of */
  async find(version: number): Promise<string[]> {
    // A client that is closed before it has come to its connection throws where nobody can catch it.
    await this.client.connectPromise;
    const names = (await this.client.listCollections()).data.map(({ name }) => name).sort();
    if (names.length !== 1) return [`there are ${names.length} collections: ${names.join(", ")}`];
    const [collection_name = ""] = names;
    const { data } = await this.client.query({ collection_name, filter: "kind in [0,1,2]", output_fields: ["id", "path"], limit: 16_000 });
    const tree = treeAt(version);
    const strange = data.filter(({ path }) => !tree.has(String(path)));
    const versions = new Map<string, Set<string>>();
    for (const { id, path } of data) versions.set(String(path), (versions.get(String(path)) ?? new Set()).add(String(id).split(":")[1] ?? ""));
    const doubled = [...versions].filter(([, ids]) => ids.size > 1).map(([path]) => path);
    return [...(strange.length > 0 ? [`${strange.length} rows are of files that are gone: ${String(strange[0]?.["path"])}`] : []), ...(doubled.length > 0 ? [`${doubled.length} files have rows of several versions: ${doubled[0]}`] : [])];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.closeConnection();
  }
}
