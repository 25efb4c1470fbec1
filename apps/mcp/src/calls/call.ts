/** One call of a tool, as the protocol layer hands it on. */
import type { ToolName } from "@satori/contracts";
import type { ProgressListener } from "@satori/engine";

export interface Call {
  readonly tool: ToolName;
  readonly args: unknown;
  /** Relative paths are relative to it. */
  readonly baseFolder: string;
  /** What calls are about that name no folder. */
  readonly sessionRoot: string | null;
  /** Folders that may be read besides tracked codebases. */
  readonly roots: readonly string[];
  /** All that the call may have to do with; absent where the user is trusted. */
  readonly confinedTo?: readonly string[];
  /** Names the call in all log lines. */
  readonly requestId: string;
  /** Ids of the session that the client and the connection name. */
  readonly session: { readonly header: string | null; readonly transport: string | null };
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener | undefined;
}
