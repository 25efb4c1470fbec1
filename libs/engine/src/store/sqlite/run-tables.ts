/** Which tables of an index file a run reads; used by nearly all readers and writers. */

/** The numbers at the end of the names of a run's tables. */
export interface RunTables {
  /** Number of the run's own tables. */
  readonly run: number;
  /** Number of the tables with the versions of its files. */
  readonly pool: number;
}
