import type { SymbolKind } from "../location.ts";
import type {
  RepoChoice,
  WorkspaceAnswer,
  WorkspaceFailure,
  WorkspaceNotes,
  WorkspaceLocation,
} from "../workspace.ts";
import type { CallOf } from "./call-of.ts";

/** Finds what a question is about in both roots, in the way that fits the question. */
export interface SmartSearchInput extends RepoChoice {
  /**
   * A path or file name, an identifier, "quoted text", a /regex/, or a question in plain words.
   * @minLength 1
   * @maxLength 10000
   */
  readonly query: string;
  /**
   * Most items of an answer.
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 20
   */
  readonly max_results?: number;
}

/** What a question can be. */
export const ROUTE_KINDS = ["path", "symbol", "text", "regex", "natural_language"] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** What can find an item. */
export const SMART_ENGINES = ["file_names", "definitions", "text", "index"] as const;
export type SmartEngine = (typeof SMART_ENGINES)[number];

export interface SmartRoute {
  readonly kind: RouteKind;
  /** Why the question was taken for that. */
  readonly reason: string;
}

export interface SmartItem extends WorkspaceLocation {
  /**
   * Place in the order of the engine, over both roots: 1 is best.
   * @asType integer
   */
  readonly rank: number;
  readonly found_by: SmartEngine;
  /** Of what was found by its name. */
  readonly kind?: "file" | "dir" | SymbolKind;
  /**
   * From 1; absent where a file or folder as a whole is meant.
   * @asType integer
   */
  readonly start_line?: number;
  /** @asType integer */
  readonly end_line?: number;
  /** Qualified name. */
  readonly symbol?: string;
  /** Lines that show why this is an item. */
  readonly text?: string;
}

export interface SmartSearchResult extends WorkspaceNotes {
  /**
   * Which way the question went. Where that way found nothing, or a root has no index for it, `notes` tell of
   * the other one.
   */
  readonly route: SmartRoute;
  /** By repo, then path, then line. */
  readonly items: readonly SmartItem[];
  /** Calls that make an index for what an index answers. */
  readonly index_calls?: readonly CallOf<"manage_index">[];
}

export type SmartSearchOutput = WorkspaceAnswer<SmartSearchResult> | WorkspaceFailure;
