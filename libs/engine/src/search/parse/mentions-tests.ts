/** Decides whether a question asks for tests. Pure. */
import { BIT } from "../../lexical/path-class.ts";
import { liftedClasses } from "../rank/prior.ts";

/** Phrases that ask where something is tested, besides those that rank tests as high as code. */
const ASKS =
  /\b(?:which|what|any) (?:\w+ )?(?:tests?|specs?)\b|\b(?:tests?|specs?) covers?\b|\bcovered by\b.*\b(?:tests?|specs?)\b|\btested\b/i;

export function mentionsTests(question: string): boolean {
  return ASKS.test(question) || (liftedClasses(question) & BIT.test_file) !== 0;
}
