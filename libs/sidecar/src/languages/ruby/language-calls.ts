/** Methods that Ruby calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const RUBY_CALLS: readonly LanguageCallRule[] = [
  { kind: "operator", name: /^(?:[-+~!]@?|[-+*/%&|^<>]|\*\*|<<|>>|<=|>=|<=>|={2,3}|!=|=~|!~)$/ },
  languageCall("operator", "coerce eql? equal? hash"),
  languageCall("subscript", "[] []="),
  languageCall(
    "conversion",
    "inspect to_a to_ary to_h to_hash to_i to_int to_path to_proc to_r to_regexp to_s to_str to_sym",
  ),
  languageCall("iteration", "each each_entry next succ"),
  languageCall("destructuring", "deconstruct deconstruct_keys to_ary"),
  languageCall("access", "const_missing method_missing respond_to? respond_to_missing?"),
  { kind: "access", name: /\w=$/ },
  languageCall("call", "call"),
  languageCall("lifetime", "initialize_clone initialize_copy initialize_dup"),
  languageCall(
    "hook",
    "append_features const_added extend_object extended included inherited marshal_dump marshal_load " +
      "_dump _load method_added method_removed method_undefined prepend_features prepended " +
      "singleton_method_added singleton_method_removed",
  ),
];
