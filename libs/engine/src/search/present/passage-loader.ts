/**
 * Passages of files until the deadline: what an answer shows is then of the files that were looked at, and says
 * how many were not.
 */
import { type Deadline, isPastDeadline } from "../../deadline.ts";
import type { RankedFile } from "../rank/rank.ts";
import { type FilePassages, type PassageInput, passagesOf } from "./passages.ts";

export class PassageLoader {
  /** Files that were asked for behind the deadline. */
  remainingFiles = 0;

  constructor(
    private readonly input: Omit<PassageInput, "check">,
    private readonly deadline: Deadline,
  ) {}

  /** As `placesOf`; null, and counted, behind the deadline. */
  async load(file: RankedFile): Promise<FilePassages | null> {
    const { deadline, input } = this;
    try {
      if (!deadline.isReached) {
        await deadline.pause();
        return await passagesOf(file, { ...input, check: () => deadline.check() });
      }
    } catch (error) {
      if (!isPastDeadline(error)) throw error;
    }
    this.remainingFiles++;
    return null;
  }
}
