/**
 * The generations of a codebase's index that a server holds: one for each rebuild until the next takes its
 * place, and shared by the checkouts that it serves. By layout a generation is a collection of its own, or
 * rows of one that all codebases share.
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

/** Where a generation lies. */
export interface RowsLocation {
  readonly collection: string;
  /** What its rows have as `codebase`. */
  readonly codebase: string;
  /** Of its vectors; null where it has none. */
  readonly dimension: number | null;
}

export function isSameLocation(left: RowsLocation, right: RowsLocation): boolean {
  return left.collection === right.collection && left.codebase === right.codebase;
}

/** By what the collection is called: the layout of new ones may be another by now. */
function isShared({ collection }: Pick<RowsLocation, "collection">): boolean {
  return SHARED.test(collection);
}

const SHARED = new RegExp(`^${NAME_PREFIX}shared_(?:\\d+|words)$`);

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

  /** What the server is called that holds them. */
  get server(): string {
    return this.connection.server;
  }

  /** Where a run's rows are to lie; nothing is made yet. */
  placeFor(runId: string, dimension: number | null): RowsLocation {
    const run = runId.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 12);
    const suffix = dimension === null ? "" : String(dimension);
    const collection =
      this.layout === "shared"
        ? `${NAME_PREFIX}shared_${dimension ?? "words"}`
        : `${this.alias}_g${run}${suffix === "" ? "" : `_${suffix}`}`;
    return { collection, codebase: `${this.identity.id}_${run}`, dimension };
  }

  /** Makes a generation and says whose it is. */
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

  /** All of this codebase, in either layout, by name. */
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
   * The one that a checkout can take over: complete, of the layout of new ones, and made by an embedder like
   * the runtime's. Null where there is none.
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

  /** From now on others leave there what is there. False where they were faster, and it is none any more. */
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

  /** Versions of files that are there in full. */
  async versions({ codebase, ...place }: RowsLocation): Promise<ReadonlySet<string>> {
    const rows = await this.collection({ codebase, ...place }).list(
      `kind == ${ROW_KINDS.path} and codebase == ${quoted(codebase)}`,
      ["file"],
    );
    return new Set(rows.map(({ file }) => String(file)));
  }

  /** From now on whoever looks for this codebase's index finds this generation first. */
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
   * Takes this checkout out of every generation but the ones named, and drops those that nobody is left in:
   * of this checkout's making, or in which it was the last. What others make, and what they use, stays.
   *
   * @param made by this checkout, whether or not it came to say so there
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
    // All codebases lie there.
    if (isShared(place)) return this.collection(place).remove(`codebase == ${quoted(place.codebase)}`);
    // A collection that an alias names cannot be dropped.
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
   * One that nothing is told of, as its maker died before, or as it was emptied; nothing where it is gone.
   */
  private async unnamed(place: RowsLocation): Promise<Generation[]> {
    if (!(await this.collection(place).exists())) return [];
    // What is not indexed cannot be asked.
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
        // Dropped meanwhile, not ours but by its name, or not made in full.
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

/** The latest first, then by name. */
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
