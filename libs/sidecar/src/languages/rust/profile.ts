/** What Rust's names say beyond its grammar. */
import type { LanguageProfile } from "../../language-profile.ts";
import { RUST_CALLS } from "./language-calls.ts";
import { RUST_REGISTERING } from "./registering-calls.ts";

export const rustProfile: Partial<LanguageProfile> = {
  checksArguments: "all",
  languageCalls: RUST_CALLS,
  registeringCalls: RUST_REGISTERING,
  commonNames: new Set([
    "as_mut",
    "as_ref",
    "as_str",
    "clone",
    "collect",
    "expect",
    "into",
    "into_iter",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "len",
    "to_owned",
    "to_string",
    "unwrap",
  ]),
  importStatement: /^\s*(?:(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:{]|extern\s+crate\b)/,
  definedAgain: new Set(["struct", "enum", "trait", "type", "constant", "variable"]),
  prelude: new Set(
    (
      "Result Option Vec String Box Some None Ok Err Iterator IntoIterator Extend Default Clone Copy Drop " +
      "Send Sync Sized Fn FnMut FnOnce From Into TryFrom TryInto AsRef AsMut Eq Ord PartialEq PartialOrd " +
      "ToString ToOwned"
    ).split(" "),
  ),
};
