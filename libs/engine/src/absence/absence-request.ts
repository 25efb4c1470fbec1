/** What absence is established from: one state of a codebase, or a state in which some files are replaced. */
import type { Resolution } from "@satori/sidecar";
import type { Deadline } from "../deadline.ts";
import type { CodeView } from "../store/code-view.ts";

/** A codebase to look for users in. */
export interface AbsenceRequest {
  readonly view: CodeView;
  /** Of the same state as the view. */
  readonly resolution: Resolution;
  /** Past it, the work ends with `DEADLINE_REACHED`. */
  readonly deadline: Pick<Deadline, "check" | "pause">;
}
