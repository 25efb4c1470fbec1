/** Waits until a commit is indexed: by this process, by another one, or by a server. */
import type { ManageIndexOutput } from "@satori/contracts";
import type { RequestedVersion, Session } from "../session.ts";
import type { ProgressLine } from "../terminal/progress-line.ts";
import { summaryOf } from "./build.ts";
import { pause } from "./wait-for-others.ts";

/** An answer that says why a commit has no index. */
export type VersionFailure = Extract<ManageIndexOutput, { readonly status: "error" }>;

/**
 * Returns null as soon as it makes sense to call the tool again, else why the run failed. On Ctrl-C, a run of
 * this process is cancelled, which is the failure; a run of another one continues: throws `CANCELLED`.
 */
export async function waitForVersion(
  session: Session,
  version: RequestedVersion,
  progress: ProgressLine,
): Promise<VersionFailure | null> {
  for (;;) {
    const status = await session.waitForVersion(version);
    if (status.status === "error") return status;
    if (status.status === "ok") progress.end(summaryOf(status, progress.elapsedMs()));
    else await pause(session);
    if (status.status !== "not_ready") return null;
    const others = session.isLocal ? "another process: " : "";
    if (status.progress) progress.update(status.progress.phase, status.progress, others);
  }
}
