/** One tool call, as the protocol layer passes it on. */
import type { ToolName } from "@satori/contracts";
import type { ProgressListener } from "@satori/engine";

export interface Call {
  readonly tool: ToolName;
  readonly args: unknown;
  /** The folder that relative paths are relative to. */
  readonly baseFolder: string;
  /** The folder that calls without a folder are about; null if there is none. */
  readonly sessionRoot: string | null;
  /** Folders that may be read, besides tracked codebases. */
  readonly roots: readonly string[];
  /** The only folders that the call may access; absent if the user is trusted. */
  readonly confinedTo?: readonly string[];
  /** Whether the index is compared with the disk whatever its age; see the engine's `CallContext`. */
  readonly comparesNow?: boolean;
  /** Identifies the call in all log lines. */
  readonly requestId: string;
  /** Session ids from the client's header and from the connection. */
  readonly session: {
    readonly header: string | null;
    readonly transport: string | null;
    /** Whether ids in arguments are known to this session alone. */
    readonly namesArePrivate?: boolean;
  };
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener | undefined;
}
