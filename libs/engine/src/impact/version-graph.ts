/** One version of the codebase, with the resolution of its calls. */
import { Evaluator, type Resolution } from "@satori/sidecar";
import { type Deadline, isPastDeadline } from "../deadline.ts";
import { WrittenCodes } from "../graph/uses/written-code.ts";
import type { CodeView } from "../store/code-view.ts";
import { snapshotProject } from "../store/snapshot-project.ts";

export class VersionGraph {
  private current: Evaluator;
  private isUsed = false;
  /** Code of the files, for searches of names. */
  readonly codes = new WrittenCodes();
  private readonly project: ReturnType<typeof snapshotProject>;

  constructor(
    readonly view: CodeView,
    private currentDeadline: Deadline,
  ) {
    this.project = snapshotProject(view);
    this.current = new Evaluator(this.project, () => this.currentDeadline.check());
  }

  get deadline(): Deadline {
    return this.currentDeadline;
  }

  /** Goes on with another deadline. What was resolved is kept, unless the former one ended it. */
  goOnUntil(deadline: Deadline): void {
    if (this.currentDeadline.isReached) this.renew();
    this.currentDeadline = deadline;
  }

  get resolution(): Resolution {
    return this.current;
  }

  /**
   * Answers a question with what earlier ones have resolved. A budget limits what one resolution may look at:
   * if earlier questions have used it up, the question is asked again with a new one.
   */
  async ask<Result>(question: (resolution: Resolution) => Promise<Result>): Promise<Result> {
    if (this.current.isExhausted) this.renew();
    const { isUsed } = this;
    this.isUsed = true;
    const result = await question(this.current);
    if (!this.current.isExhausted || !isUsed) return result;
    this.renew();
    return question(this.current);
  }

  private renew(): void {
    this.current = new Evaluator(this.project, () => this.currentDeadline.check());
    this.isUsed = false;
  }

  /** How a search handles the deadline: it ends with what it has found. */
  get ending(): {
    readonly pause: () => Promise<void> | undefined;
    readonly isEnd: (error: unknown) => boolean;
  } {
    return { pause: () => this.deadline.pause(), isEnd: isPastDeadline };
  }
}
