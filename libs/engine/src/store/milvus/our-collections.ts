/**
 * Lists our collections on a server, for the message when there is no room for another one, and drops one by
 * name.
 */
import { EngineError } from "../../errors.ts";
import { Collection, NAME_PREFIX, RECORDS } from "./connection/collection.ts";
import type { MilvusConnection } from "./connection/connection.ts";
import { readRecords } from "./records.ts";
import { isRefused } from "./connection/refusals.ts";

/** Names of our collections, ascending. */
export async function collectionsOfOurs(connection: MilvusConnection): Promise<readonly string[]> {
  const answer = await connection.call("list collections", (client, limit) =>
    client.listCollections({ ...limit }),
  );
  return answer.data
    .map(({ name }) => name)
    .filter((name) => name.startsWith(NAME_PREFIX))
    .sort();
}

export interface OurCollection {
  readonly name: string;
  /** Paths of the codebases whose rows it holds, ascending; empty if no run has recorded one. */
  readonly codebases: readonly string[];
}

/** Our collections with their codebases, by name. Throws `STORE_UNAVAILABLE`. */
export async function describeOurs(connection: MilvusConnection): Promise<readonly OurCollection[]> {
  return Promise.all(
    (await collectionsOfOurs(connection)).map(async (name) => ({
      name,
      codebases: await codebasesIn(new Collection(connection, name)),
    })),
  );
}

async function codebasesIn(collection: Collection): Promise<readonly string[]> {
  const rows = await collection.list(RECORDS, ["document"]).catch(() => []);
  const { markers } = readRecords(rows.map(({ document }) => document));
  const owners = rows.map(({ document }) => readRecords([document]).owner?.codebasePath);
  return [
    ...new Set([
      ...markers.map(({ codebasePath }) => codebasePath),
      ...owners.filter((path) => path !== undefined),
    ]),
  ].sort();
}

/** The error for a full server, which lists our collections that could be dropped. */
export async function limitReached(connection: MilvusConnection, cause: unknown): Promise<EngineError> {
  const ours = await describeOurs(connection).catch(() => []);
  const list = ours
    .map(({ name, codebases }) => `${name} (${codebases.join(", ") || "unfinished"})`)
    .join("; ");
  const first = ours[0]?.name;
  const fix =
    first === undefined
      ? "None of them is Satori's: drop one, or use a plan with more."
      : "Drop one with manage_index create and zillizDropCollection, over stdio or from the command " +
        "line, or store all codebases in one with SATORI_MILVUS_LAYOUT=shared.";
  const aboutOthers =
    first === undefined
      ? undefined
      : `Satori's are: ${list}. To drop the first, use zillizDropCollection: "${first}".`;
  return new EngineError(
    "STORE_UNAVAILABLE",
    `Milvus at ${connection.address} has no room for another collection. ${fix}`,
    { cause, details: { collections: ours }, aboutOthers },
  );
}

/**
 * Drops a collection that has our prefix and holds an index. Throws `INVALID_ARGUMENTS` for any other, and
 * `STORE_UNAVAILABLE`.
 */
export async function dropOurs(connection: MilvusConnection, name: string): Promise<void> {
  const ours = await collectionsOfOurs(connection);
  const refuse = (message: string): EngineError =>
    new EngineError("INVALID_ARGUMENTS", `zillizDropCollection ${message}`, {
      details: [{ path: "zillizDropCollection", message }],
    });
  if (!ours.includes(name))
    throw refuse(`is ${name}, which is not a collection of Satori's; those are ${ours.join(", ") || "none"}`);
  const collection = new Collection(connection, name);
  const rows = await collection.list(RECORDS, ["document"]).catch((error: unknown) => {
    // The collection has no records; only its name is ours.
    if (isRefused(error)) return [];
    throw error;
  });
  const { owner, markers } = readRecords(rows.map(({ document }) => document));
  if (!owner && markers.length === 0) throw refuse(`is ${name}, which has no index of Satori's`);
  const aliases = await connection.call("list aliases", (client, limit) =>
    client.listAliases({ collection_name: name, ...limit }),
  );
  for (const alias of aliases.aliases)
    await connection.call(`drop the alias ${alias}`, (client, limit) =>
      client.dropAlias({ alias, ...limit }),
    );
  await collection.drop();
}
