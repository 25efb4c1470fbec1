/**
 * The reserved rows of a collection, which record who created a generation and which checkouts have a
 * complete run in it. Pure.
 */
import { type CompletionMarker, MARKER_KIND } from "../../model/run.ts";
import { ROW_KINDS, type Row, zeros } from "./file-rows.ts";

export const OWNER_KIND = "satori_index_owner_v1";
export const MEMBER_KIND = "satori_index_member_v1";

/** Written first: the run that fills the generation. */
export interface OwnerRecord {
  readonly kind: typeof OWNER_KIND;
  /** The codebase it belongs to; see `readIdentity`. */
  readonly identity: string;
  readonly checkout: string;
  readonly codebasePath: string;
  readonly runId: string;
  /** Dimension of the vectors; null if there are none. */
  readonly dimension: number | null;
}

/**
 * Written by a checkout that takes over a generation, before it looks at the rows. From then on, no rows that
 * it may count on are removed.
 */
export interface MemberRecord {
  readonly kind: typeof MEMBER_KIND;
  readonly checkout: string;
}

/** Written last: proves that a checkout's run is complete. */
export interface MarkerRecord extends CompletionMarker {
  readonly checkout: string;
}

export type IndexRecord = OwnerRecord | MemberRecord | MarkerRecord;

export interface Records {
  readonly owner: OwnerRecord | null;
  /** By checkout. */
  readonly markers: readonly MarkerRecord[];
  /** Checkouts with a complete or an active run in the generation; distinct, ascending. */
  readonly users: readonly string[];
}

/** Middle part of an id, between codebase and checkout. */
const PARTS = { owner: "owner", marker: "marker", member: "member" } as const;

/** Id of the record that proves a checkout's run. */
export function markerId(codebase: string, checkout: string): string {
  return `${codebase}:${PARTS.marker}:${checkout}`;
}

/** Ids of the records that a checkout wrote about itself. */
export function checkoutIds(codebase: string, checkout: string): readonly string[] {
  return [markerId(codebase, checkout), memberId(codebase, checkout)];
}

function memberId(codebase: string, checkout: string): string {
  return `${codebase}:${PARTS.member}:${checkout}`;
}

/** The row that stores a record. */
export function recordRow(
  codebase: string,
  identity: string,
  record: IndexRecord,
  dimension: number | null,
): Row {
  const id =
    record.kind === OWNER_KIND
      ? `${codebase}:${PARTS.owner}:`
      : record.kind === MEMBER_KIND
        ? memberId(codebase, record.checkout)
        : markerId(codebase, record.checkout);
  return {
    // The `file` of a record is the codebase's identity, so that one query finds all its generations.
    id,
    codebase,
    kind: ROW_KINDS.record,
    file: identity,
    path: "",
    language: "",
    category: "",
    sample: -1,
    terms: "",
    parts: "",
    doc: "",
    document: JSON.stringify(record),
    ...(dimension === null ? {} : { dense: zeros(dimension) }),
  };
}

/**
 * Records among some documents; foreign ones are left out.
 *
 * @param documents documents of one generation
 */
export function readRecords(documents: readonly unknown[]): Records {
  const parsed = documents.map(parse);
  const markers = parsed.filter((record): record is MarkerRecord => record?.kind === MARKER_KIND);
  const members = parsed.filter((record): record is MemberRecord => record?.kind === MEMBER_KIND);
  return {
    owner: parsed.find((record): record is OwnerRecord => record?.kind === OWNER_KIND) ?? null,
    markers: markers.sort((left, right) => (left.checkout < right.checkout ? -1 : 1)),
    users: [...new Set([...markers, ...members].map(({ checkout }) => checkout))].sort(),
  };
}

function parse(document: unknown): IndexRecord | null {
  try {
    return JSON.parse(String(document)) as IndexRecord | null;
  } catch {
    return null;
  }
}
