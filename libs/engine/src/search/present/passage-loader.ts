/**
 * Loads passages of files until the deadline. An answer then shows the files loaded in time and says how many
 * were not.
 */
import { type Deadline, isPastDeadline } from "../../deadline.ts";
import type { RankedFile } from "../rank/rank.ts";
import { type FilePassages, type PassageInput, passagesOf } from "./passages.ts";

export class PassageLoader {
  /** Number of files requested after the deadline. */
  remainingFiles = 0;

  constructor(
    private readonly input: Omit<PassageInput, "check">,
    private readonly deadline: Deadline,
  ) {}

  /** As `passagesOf`; null after the deadline, and the file is counted in `remainingFiles`. */
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
