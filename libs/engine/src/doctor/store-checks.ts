/** Checks of the stores. A new store gets its checks here, and its line in `store/open-store.ts`. */
import { randomBytes } from "node:crypto";
import type { DoctorFinding } from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import { EngineError } from "../errors.ts";
import { loadedDriver, openDatabase } from "../sqlite/driver.ts";
import { Collection, NAME_PREFIX } from "../store/milvus/connection/collection.ts";
import { MilvusConnection, type MilvusSettings } from "../store/milvus/connection/connection.ts";
import { type Row, ROW_KINDS } from "../store/milvus/file-rows.ts";
import { describeOurs } from "../store/milvus/our-collections.ts";
import { fine, problem, type StoreChecks } from "./finding.ts";

/**
 * Checks of all stores that the configuration uses. With any store, part of each index is in a local SQLite
 * file.
 */
export function openStoreChecks({
  store,
  milvus,
}: Pick<EngineConfig, "store" | "milvus">): readonly StoreChecks[] {
  return store === "sqlite" ? [sqliteChecks()] : [sqliteChecks(), milvusChecks(milvus)];
}

/** @param location file to try; default: memory */
export function sqliteChecks(location = ":memory:"): StoreChecks {
  return {
    check: async () => {
      try {
        const database = openDatabase(location);
        try {
          const { name, version, failedReads } = loadedDriver();
          // A table like that of the posting lists, whose keys are bytes.
          database.exec(
            "CREATE TABLE probe(segment INTEGER, first_term BLOB, block BLOB, PRIMARY KEY(segment, " +
              "first_term)) WITHOUT ROWID; INSERT INTO probe VALUES (1, x'', x'00'), (1, x'c3a9', x'01')",
          );
          const found = database
            .prepare("SELECT hex(block) FROM probe WHERE segment = 1 AND first_term <= x'7a'")
            .get()?.[0];
          if (found !== "00") return [brokenSqlite("it fails to find a row by its key")];
          return [
            fine({
              id: "store.driver",
              subject: "sqlite",
              found: `SQLite ${version}, by ${name}; ${READS[failedReads]}`,
            }),
          ];
        } finally {
          database.close();
        }
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return [brokenSqlite(error.message)];
      }
    },
  };
}

/** Result of the driver's self-test. */
const READS = {
  reported: "a failed read is reported",
  untested: "could not test whether a failed read is reported",
} as const;

function brokenSqlite(found: string): DoctorFinding {
  return problem({
    id: "store.driver",
    subject: "sqlite",
    found,
    fix: "use Node.js 22.16 or newer, or install the package libsql (npm ci without --omit=optional)",
  });
}

// Checks of Milvus: whether it answers, is new enough, accepts the token, and supports what an index needs.

/** The first version with BM25 functions. */
const LEAST_VERSION = [2, 5] as const;
const SUBJECT = "milvus";

/** Writes only with `isOnline`: then it creates, searches and drops a collection. */
function milvusChecks(settings: MilvusSettings): StoreChecks {
  return {
    check: async ({ isOnline }) => {
      await using connection = new MilvusConnection(settings);
      try {
        const { version } = await connection.call("report its version", (client) => client.getVersion());
        const findings = [
          fine({ id: "store.reachable", subject: SUBJECT, found: `answers at ${settings.address}` }),
          judgeMilvusVersion(String(version)),
        ];
        return [...findings, ...(await accessOf(connection, isOnline))];
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return [
          refusesToken(error)
            ? authProblem(error)
            : problem({
                id: "store.reachable",
                subject: SUBJECT,
                found: error.message,
                fix: "start Milvus, correct MILVUS_ADDRESS, or set SATORI_STORE=sqlite",
              }),
        ];
      }
    },
  };
}

/** @param version as reported by Milvus (`v2.6.1`), Milvus Lite (`milvus_lite-3.2.2`) or Zilliz Cloud */
export function judgeMilvusVersion(version: string): DoctorFinding {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  const isOld =
    major !== undefined &&
    (Number(major) < LEAST_VERSION[0] ||
      (Number(major) === LEAST_VERSION[0] && Number(minor) < LEAST_VERSION[1]));
  if (!isOld) return fine({ id: "store.version", subject: SUBJECT, found: version });
  return problem({
    id: "store.version",
    subject: SUBJECT,
    found: `${version}, which has no full-text search`,
    fix: `use Milvus ${LEAST_VERSION.join(".")} or newer`,
  });
}

async function accessOf(connection: MilvusConnection, isOnline: boolean): Promise<readonly DoctorFinding[]> {
  try {
    const ours = await describeOurs(connection);
    const auth = fine({
      id: "store.auth",
      subject: SUBJECT,
      found:
        `the database can be read: ${ours.length} ${ours.length === 1 ? "collection" : "collections"} of ` +
        "Satori's",
    });
    return [
      auth,
      isOnline
        ? await tryFeatures(connection)
        : fine({
            id: "store.features",
            subject: SUBJECT,
            found: "available in its version; --online tests them with a temporary collection",
          }),
    ];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [authProblem(error)];
  }
}

/** Runs everything that searches do, on a collection of three rows. */
async function tryFeatures(connection: MilvusConnection): Promise<DoctorFinding> {
  const collection = new Collection(connection, `${NAME_PREFIX}probe_${randomBytes(6).toString("hex")}`);
  try {
    await collection.create(2, false);
    const row = (id: string, terms: string): Row => ({
      id,
      codebase: "probe",
      kind: ROW_KINDS.chunk,
      file: id,
      path: `${id}.txt`,
      language: "text",
      category: "docs",
      sample: 0,
      terms,
      parts: "1 0",
      doc: "",
      document: "",
      dense: [1, 0],
    });
    await collection.upsert([row("a", "alpha"), row("b", "beta"), row("c", "gamma")]);
    const filter = 'kind == 0 and path like "b%"';
    const found = await collection.searchBoth("beta", [1, 0], { filter, limit: 1 });
    const counted = await collection.count(filter);
    if (found[0]?.id === "b" && counted === 1)
      return fine({
        id: "store.features",
        subject: SUBJECT,
        found: "full-text, vector and filtered search work",
      });
    return featureProblem("it returns other rows than were written");
  } catch (error) {
    return featureProblem(error instanceof Error ? error.message : String(error));
  } finally {
    await collection.drop().catch(() => undefined);
  }
}

function featureProblem(found: string): DoctorFinding {
  return problem({
    id: "store.features",
    subject: SUBJECT,
    found,
    fix: "use Milvus 2.5 or newer, or Zilliz Cloud, with a user that may create collections",
  });
}

function authProblem({ message }: EngineError): DoctorFinding {
  return problem({
    id: "store.auth",
    subject: SUBJECT,
    found: message,
    fix: "set MILVUS_TOKEN to a key that may use MILVUS_DATABASE",
  });
}

function refusesToken({ message }: EngineError): boolean {
  return message.includes("rejects the token");
}
