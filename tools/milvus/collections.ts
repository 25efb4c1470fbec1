/** Reads and changes the contents of a Milvus server directly, without the product. */
import sdk, { type MilvusClient } from "@zilliz/milvus2-sdk-node";

const { DataType, MilvusClient: Client } = sdk;

/** The SDK's client pings every ten seconds, for which Milvus Lite disconnects it. */
const QUIET_CHANNEL = { "grpc.keepalive_time_ms": 300_000, "grpc.keepalive_permit_without_calls": 0 };
const MOST_ROWS = 16_000;

export class MilvusCollections implements AsyncDisposable {
  private opened: MilvusClient | null = null;

  /** Connects with the first request. */
  constructor(private readonly address: string) {}

  private get client(): MilvusClient {
    sdk.logger.silent = true;
    this.opened ??= new Client({
      address: this.address,
      telemetry: { enabled: false },
      channelOptions: QUIET_CHANNEL,
    });
    return this.opened;
  }

  /** Names of all collections, ascending. */
  async names(): Promise<string[]> {
    const { data } = await this.client.listCollections();
    return data.map(({ name }) => name).sort();
  }

  /** Aliases of a collection. */
  async aliases(collection_name: string): Promise<readonly string[]> {
    return (await this.client.listAliases({ collection_name })).aliases;
  }

  /** Number of rows of all kinds. */
  async rows(collection_name: string): Promise<number> {
    const { data } = await this.client.query({ collection_name, filter: "", output_fields: ["count(*)"] });
    return Number(data[0]?.["count(*)"]);
  }

  /** Paths of the stored file versions, ascending. */
  async paths(collection_name: string): Promise<string[]> {
    return (await this.ids(collection_name, "kind == 2")).map(({ path }) => path).sort();
  }

  /** Ids of rows, with the paths of their files, in no particular order; the first 16,000. */
  async ids(
    collection_name: string,
    filter: string,
  ): Promise<{ readonly id: string; readonly path: string }[]> {
    const { data } = await this.client.query({
      collection_name,
      filter,
      output_fields: ["id", "path"],
      limit: MOST_ROWS,
    });
    return data.map(({ id, path }) => ({ id: String(id), path: String(path) }));
  }

  async remove(collection_name: string, filter: string): Promise<void> {
    await this.client.delete({ collection_name, filter });
  }

  async drop(collection_name: string): Promise<void> {
    for (const alias of await this.aliases(collection_name)) await this.client.dropAlias({ alias });
    await this.client.dropCollection({ collection_name });
  }

  /** Creates a collection that is not ours, with one row. */
  async makeForeign(collection_name: string): Promise<void> {
    const fields = [
      { name: "id", data_type: DataType.VarChar, is_primary_key: true, max_length: 64 },
      { name: "vector", data_type: DataType.FloatVector, dim: 2 },
    ];
    await this.client.createCollection({ collection_name, fields });
    await this.client.createIndex({
      collection_name,
      field_name: "vector",
      index_type: "AUTOINDEX",
      metric_type: "IP",
    });
    await this.client.loadCollection({ collection_name });
    await this.client.insert({ collection_name, data: [{ id: "theirs", vector: [1, 0] }] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Closing a client before it has connected throws an error that nothing can catch.
    await this.opened?.connectPromise.catch(() => undefined);
    await this.opened?.closeConnection();
  }
}
