import type { SymbolKind } from "../location.ts";
import type {
  RepoChoice,
  WorkspaceAnswer,
  WorkspaceFailure,
  WorkspaceNotes,
  WorkspaceLocation,
} from "../workspace.ts";
import type { CallOf } from "./call-of.ts";

/** Searches both roots in the way that fits the query. */
export interface SmartSearchInput extends RepoChoice {
  /**
   * A path or file name, an identifier, "quoted text", a /regex/, or a question in plain words.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * Maximum number of items.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 20
   */
  readonly max_results?: number;
}

/** Kinds of query. */
export const ROUTE_KINDS = ["path", "symbol", "text", "regex", "natural_language"] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** Engines that can find an item. */
export const SMART_ENGINES = ["file_names", "definitions", "text", "index"] as const;
export type SmartEngine = (typeof SMART_ENGINES)[number];

export interface SmartRoute {
  readonly kind: RouteKind;
  /** Why the query was classified this way. */
  readonly reason: string;
}

export interface SmartItem extends WorkspaceLocation {
  /**
   * Rank in the engine's order, over both roots; 1 is best.
   * @asType integer
   */
  readonly rank: number;
  readonly found_by: SmartEngine;
  /** Only for items found by name. */
  readonly kind?: "file" | "dir" | SymbolKind;
  /**
   * From 1; absent if the item is a whole file or folder.
   * @asType integer
   */
  readonly start_line?: number;
  /** @asType integer */
  readonly end_line?: number;
  /** Qualified name. */
  readonly symbol?: string;
  /** Lines that show why this is a match. */
  readonly text?: string;
}

export interface SmartSearchResult extends WorkspaceNotes {
  /**
   * How the query was searched. If that found nothing, or a root has no index, `notes` describe the fallback.
   */
  readonly route: SmartRoute;
  /** By repo, then path, then line. */
  readonly items: readonly SmartItem[];
  /** Calls that build a missing index. */
  readonly index_calls?: readonly CallOf<"manage_index">[];
}

export type SmartSearchOutput = WorkspaceAnswer<SmartSearchResult> | WorkspaceFailure;
