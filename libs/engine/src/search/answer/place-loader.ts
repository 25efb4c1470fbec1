/**
 * Places of files until the deadline: what an answer shows is then of the files that were looked at, and says
 * how many were not.
 */
import { type Deadline, isPastDeadline } from "../../deadline.ts";
import type { RankedFile } from "../ranking/rank.ts";
import { type FilePlaces, type PlaceInput, placesOf } from "./places.ts";

export class PlaceLoader {
  /** Files that were asked for behind the deadline. */
  filesLeft = 0;

  constructor(
    private readonly input: Omit<PlaceInput, "check">,
    private readonly deadline: Deadline,
  ) {}

  /** As `placesOf`; null, and counted, behind the deadline. */
  async load(file: RankedFile): Promise<FilePlaces | null> {
    const { deadline, input } = this;
    try {
      if (!deadline.isReached) {
        await deadline.pause();
        return await placesOf(file, { ...input, check: () => deadline.check() });
      }
    } catch (error) {
      if (!isPastDeadline(error)) throw error;
    }
    this.filesLeft++;
    return null;
  }
}
