/** Names what sets a file back in the ranking, for people who ask why. Pure. */
import { textOfFile } from "../../contents/file-text.ts";
import { classifyFile } from "../../lexical/content-class.ts";
import { BIT, PATH_CLASSES, type PathClass } from "../../lexical/path-class.ts";
import { priorFactor, TEST_CLASSES } from "./prior.ts";

/** A class of a file, and the factor that it gives the file's score. */
export interface Setback {
  readonly class: PathClass;
  readonly factor: number;
}

/**
 * Classes that set a file back, unless a question asks for them; in the order of `PATH_CLASSES`. A C header
 * is set back only beside its implementation, and is left out; of several classes of tests only the first
 * counts.
 *
 * @param path relative to the codebase's root, with `/`
 * @param bytes the file's content; files that are no text have none
 */
export function setbacksOf(path: string, bytes: Buffer): Setback[] {
  const decoded = textOfFile(path, bytes);
  if (decoded.kind !== "text") return [];
  const bits = classifyFile(path, decoded.text);
  const [, ...furtherTests] = TEST_CLASSES.filter((name) => bits & BIT[name]);
  return PATH_CLASSES.filter(
    (name) => bits & BIT[name] && name !== "c_header" && !furtherTests.includes(name),
  ).map((name) => ({ class: name, factor: priorFactor(name) }));
}
