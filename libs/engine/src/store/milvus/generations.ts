/**
 * The generations of a codebase's index on a server. Each rebuild creates one, which the next replaces;
 * checkouts of the same repository share it. Depending on the layout, a generation is a collection of its
 * own, or rows in a collection that all codebases share.
 */
import { compareFingerprints } from "../../model/fingerprint.ts";
import type { Fingerprint } from "@satori/contracts";
import { EngineError } from "../../errors.ts";
import { compareText } from "../../model/paths.ts";
import { Collection, NAME_PREFIX, RECORDS, oneOf, quoted } from "./connection/collection.ts";
import { ROW_KINDS } from "./file-rows.ts";
import type { MilvusConnection } from "./connection/connection.ts";
import type { CheckoutIdentity } from "./identity.ts";
import {
  type IndexRecord,
  type MarkerRecord,
  MEMBER_KIND,
  OWNER_KIND,
  type Records,
  checkoutIds,
  readRecords,
  recordRow,
} from "./records.ts";
import { isCollectionLimit, isMissingCollection, isRefused, unavailable } from "./connection/refusals.ts";
import { collectionsOfOurs, limitReached } from "./our-collections.ts";

export type MilvusLayout = "collection" | "shared";

/** Location of a generation's rows. */
export interface RowsLocation {
  readonly collection: string;
  /** Value of `codebase` in its rows. */
  readonly codebase: string;
  /** Dimension of its vectors; null if it has none. */
  readonly dimension: number | null;
}

export function isSameLocation(left: RowsLocation, right: RowsLocation): boolean {
  return left.collection === right.collection && left.codebase === right.codebase;
}

/** Decided by the collection's name, because the layout of new generations may have changed since. */
function isShared({ collection }: Pick<RowsLocation, "collection">): boolean {
  return SHARED.test(collection);
}

const SHARED = new RegExp(`^${NAME_PREFIX}shared_(?:\\d+|words)$`);

/** A generation on the server, with its records. */
export interface Generation {
  readonly place: RowsLocation;
  readonly records: Records;
}

export class Generations {
  constructor(
    private readonly connection: MilvusConnection,
    private readonly layout: MilvusLayout,
    private readonly identity: CheckoutIdentity,
  ) {}

  /** Name of the server that holds the generations. */
  get server(): string {
    return this.connection.server;
  }

  /** Location for the rows of a run; creates nothing. */
  placeFor(runId: string, dimension: number | null): RowsLocation {
    const run = runId.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 12);
    const suffix = dimension === null ? "" : String(dimension);
    const collection =
      this.layout === "shared"
        ? `${NAME_PREFIX}shared_${dimension ?? "words"}`
        : `${this.alias}_g${run}${suffix === "" ? "" : `_${suffix}`}`;
    return { collection, codebase: `${this.identity.id}_${run}`, dimension };
  }

  /** Creates a generation and records its owner. */
  async make(place: RowsLocation, runId: string, codebasePath: string): Promise<void> {
    await this.create(place);
    await this.record(place, {
      kind: OWNER_KIND,
      identity: this.identity.id,
      checkout: this.identity.checkout,
      codebasePath,
      runId,
      dimension: place.dimension,
    });
  }

  /** All generations of this codebase, in either layout, by collection name. */
  async all(): Promise<readonly Generation[]> {
    const names = await collectionsOfOurs(this.connection);
    const wanted = names.filter(
      (collection) => isShared({ collection }) || collection.startsWith(`${this.alias}_g`),
    );
    return (await Promise.all(wanted.map((name) => this.generationsIn(name)))).flat();
  }

  async records(place: RowsLocation): Promise<Records> {
    try {
      const rows = await this.collection(place).list(`${RECORDS} and codebase == ${quoted(place.codebase)}`, [
        "document",
      ]);
      return readRecords(rows.map(({ document }) => document));
    } catch (error) {
      if (isMissingCollection(error)) return readRecords([]);
      throw error;
    }
  }

  /**
   * A generation that a checkout can take over: complete, in the current layout, and with the runtime's
   * embedder. The published one if it fits, otherwise the newest; null if there is none.
   */
  async adoptable(fingerprint: Fingerprint): Promise<RowsLocation | null> {
    const fitting = (await this.all()).filter(
      ({ place, records }) =>
        isShared(place) === (this.layout === "shared") &&
        records.owner &&
        records.markers.some((marker) => compareFingerprints(marker.fingerprint, fingerprint) === null),
    );
    if (fitting.length < 2) return fitting[0]?.place ?? null;
    const current = this.layout === "collection" ? await this.aliasTarget() : null;
    const newest = [...fitting].sort(byCompletionThenLocation);
    return (newest.find(({ place }) => place.collection === current) ?? newest[0])?.place ?? null;
  }

  /**
   * Registers this checkout as a user, so that others keep the generation. Returns false if it was removed
   * before.
   */
  async join(place: RowsLocation): Promise<boolean> {
    try {
      await this.record(place, { kind: MEMBER_KIND, checkout: this.identity.checkout });
      return (await this.records(place)).markers.length > 0;
    } catch (error) {
      if (isMissingCollection(error)) return false;
      throw error;
    }
  }

  async mark(place: RowsLocation, marker: MarkerRecord): Promise<void> {
    await this.record(place, marker);
  }

  /** Versions of files that are complete on the server. */
  async versions({ codebase, ...place }: RowsLocation): Promise<ReadonlySet<string>> {
    const rows = await this.collection({ codebase, ...place }).list(
      `kind == ${ROW_KINDS.path} and codebase == ${quoted(codebase)}`,
      ["file"],
    );
    return new Set(rows.map(({ file }) => String(file)));
  }

  /** Points the alias to this generation, so that it is the first choice for this codebase's index. */
  async publish(place: RowsLocation): Promise<void> {
    if (isShared(place)) return;
    const { collection } = place;
    const target = await this.aliasTarget();
    if (target === collection) return;
    const names = { collection_name: collection, alias: this.alias };
    await this.connection.call(`point the alias ${this.alias} at ${collection}`, (client, limit) =>
      target === null
        ? client.createAlias({ ...names, ...limit })
        : client.alterAlias({ ...names, ...limit }),
    );
  }

  /**
   * Removes this checkout from all generations except `kept`, and drops generations without users that this
   * checkout created or was the last user of. Generations of other checkouts, and those they use, stay.
   *
   * @param made created by this checkout, whether or not it recorded its ownership there
   */
  async leaveAllBut(kept: readonly RowsLocation[], made: readonly RowsLocation[]): Promise<void> {
    const { checkout } = this.identity;
    const named = await this.all();
    const unnamed = made.filter((place) => !named.some((other) => isSameLocation(place, other.place)));
    for (const { place, records } of [
      ...named,
      ...(await Promise.all(unnamed.map((place) => this.unnamed(place)))).flat(),
    ]) {
      if (kept.some((other) => isSameLocation(place, other))) continue;
      const wasHere = records.users.includes(checkout);
      const isUsed = records.users.some((user) => user !== checkout);
      const isOurs =
        records.owner?.checkout === checkout || made.some((other) => isSameLocation(place, other));
      if (!isUsed && (wasHere || isOurs)) await this.drop(place, kept);
      else if (wasHere)
        await this.collection(place).remove(oneOf("id", checkoutIds(place.codebase, checkout)));
    }
  }

  collection({ collection }: RowsLocation): Collection {
    return new Collection(this.connection, collection);
  }

  private async drop(place: RowsLocation, kept: readonly RowsLocation[]): Promise<void> {
    // The collection is shared by all codebases, so only the rows are removed.
    if (isShared(place)) return this.collection(place).remove(`codebase == ${quoted(place.codebase)}`);
    // A collection with an alias cannot be dropped.
    if ((await this.aliasTarget()) === place.collection) {
      const next = kept.find((other) => other.collection !== place.collection && !isShared(other));
      if (next) await this.publish(next);
      else
        await this.connection.call(`drop the alias ${this.alias}`, (client, limit) =>
          client.dropAlias({ alias: this.alias, ...limit }),
        );
    }
    await this.collection(place).drop();
  }

  /**
   * A generation without records, because its creator died early or its rows were removed; empty if the
   * collection is gone.
   */
  private async unnamed(place: RowsLocation): Promise<Generation[]> {
    if (!(await this.collection(place).exists())) return [];
    // A collection without indexes cannot be queried.
    await this.create(place);
    return [{ place, records: await this.records(place) }];
  }

  private async record(place: RowsLocation, record: IndexRecord): Promise<void> {
    await this.collection(place).upsert([
      recordRow(place.codebase, this.identity.id, record, place.dimension),
    ]);
  }

  private async create(place: RowsLocation): Promise<void> {
    try {
      await this.collection(place).create(place.dimension, isShared(place));
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (isCollectionLimit(error)) throw await limitReached(this.connection, error);
      throw unavailable(
        this.connection.address,
        `create the collection ${place.collection}`,
        error,
        (text) => text,
      );
    }
  }

  private async generationsIn(name: string): Promise<Generation[]> {
    const rows = await new Collection(this.connection, name)
      .list(`${RECORDS} and file == ${quoted(this.identity.id)}`, ["codebase", "document"])
      .catch((error: unknown) => {
        // Dropped meanwhile, ours only by its name, or not created completely.
        if (isMissingCollection(error) || isRefused(error)) return [];
        throw error;
      });
    const byCodebase = new Map<string, unknown[]>();
    for (const { codebase, document } of rows)
      byCodebase.set(String(codebase), [...(byCodebase.get(String(codebase)) ?? []), document]);
    return [...byCodebase].map(([codebase, documents]) => {
      const records = readRecords(documents);
      return { place: { collection: name, codebase, dimension: records.owner?.dimension ?? null }, records };
    });
  }

  private async aliasTarget(): Promise<string | null> {
    const answer = await this.connection
      .attempt((client, limit) =>
        client.describeAlias({ collection_name: this.alias, alias: this.alias, ...limit }),
      )
      .catch((error: unknown) => {
        if (isMissingCollection(error)) return null;
        throw unavailable(this.connection.address, `find the alias ${this.alias}`, error, (text) => text);
      });
    return (answer as { readonly collection?: string } | null)?.collection ?? null;
  }

  private get alias(): string {
    return `${NAME_PREFIX}${this.identity.label}_${this.identity.id}`;
  }
}

/** Latest completion first, then by collection and codebase. */
export function byCompletionThenLocation(left: Generation, right: Generation): number {
  return (
    compareText(lastCompletion(right), lastCompletion(left)) ||
    compareText(left.place.collection, right.place.collection) ||
    compareText(left.place.codebase, right.place.codebase)
  );
}

function lastCompletion({ records }: Generation): string {
  return records.markers.reduce((last, { completedAt }) => (completedAt > last ? completedAt : last), "");
}
