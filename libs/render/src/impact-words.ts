/** Words for the closed sets of `change_impact`, shared by all texts for people and agents. Pure. */
import type {
  AffectedSymbol,
  ImpactChange,
  ImpactRelation,
  ImpactUnknownType,
  Misfit,
  TestReason,
} from "@satori/contracts";

type Words<Key extends string> = Readonly<Record<Key, string>>;

/** What has happened to a symbol; follows a number. */
export const CHANGE_WORDS: Words<ImpactChange> = {
  removed: "removed",
  renamed: "renamed",
  signature_changed: "signature changed",
  moved: "moved",
  body_changed: "body changed",
  added: "added",
  cosmetic: "cosmetic",
};

/** How affected code depends on what it names next. */
export const RELATION_WORDS: Words<ImpactRelation> = {
  calls: "calls",
  uses: "uses",
  overrides: "overrides",
  derives: "derives from",
  imports: "imports",
};

/** Certain steps need no word. */
export const CONFIDENCE_WORDS: Readonly<Record<AffectedSymbol["confidence"], string | null>> = {
  resolved: null,
  possible: "possible",
  name_match: "matched by name",
};

export const MISFIT_WORDS: Words<Misfit> = {
  gone: "no longer exists",
  too_few_arguments: "too few arguments",
  too_many_arguments: "too many arguments",
  unknown_argument: "unknown argument",
};

export const TEST_REASON_WORDS: Words<TestReason> = {
  changed: "changed itself",
  reaches: "reaches it",
  imports: "imports a changed file",
  named_after: "named after a changed file",
  names: "names what changed",
  changed_together: "often changed together",
};

export const UNKNOWN_WORDS: Words<ImpactUnknownType> = {
  unresolved_call: "may be called",
  unresolved_use: "may be used",
  handed_on: "passed on as a value",
  named_in_text: "named in a text",
  computed_name: "names are computed",
  language_call: "called by the language",
  framework: "called by a framework",
  overrides: "overrides a declaration",
  exported: "may be used outside of the codebase",
  other_name: "has another name as well",
  not_followed: "not followed",
  unread_file: "in a file that was not read",
  language_without_calls: "calls of its language are not resolved",
  unproven: "nothing is proven of it",
};
