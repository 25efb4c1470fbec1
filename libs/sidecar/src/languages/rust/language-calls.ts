/** Methods that Rust calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

/** A block that implements one of these traits. */
function of(traits: string): { readonly type: RegExp } {
  return { type: new RegExp(`^(?:unsafe )?impl\\b.*\\b(?:${traits.replaceAll(" ", "|")})\\b.* for `) };
}

const OPERATORS =
  "Add AddAssign BitAnd BitAndAssign BitOr BitOrAssign BitXor BitXorAssign Div DivAssign Mul MulAssign Neg " +
  "Not Rem RemAssign Shl ShlAssign Shr ShrAssign Sub SubAssign Eq Ord PartialEq PartialOrd Hash";

export const RUST_CALLS: readonly LanguageCallRule[] = [
  languageCall(
    "operator",
    "add add_assign bitand bitand_assign bitor bitor_assign bitxor bitxor_assign div div_assign mul " +
      "mul_assign neg not rem rem_assign shl shl_assign shr shr_assign sub sub_assign eq ne partial_cmp cmp " +
      "lt le gt ge hash",
    of(OPERATORS),
  ),
  languageCall(
    "conversion",
    "fmt",
    of("Binary Debug Display LowerExp LowerHex Octal Pointer UpperExp UpperHex"),
  ),
  languageCall(
    "conversion",
    "from from_str into try_from try_into as_ref as_mut borrow borrow_mut to_owned",
    of("AsMut AsRef Borrow BorrowMut From FromStr Into ToOwned TryFrom TryInto"),
  ),
  languageCall("access", "deref deref_mut", of("Deref DerefMut")),
  languageCall("subscript", "index index_mut", of("Index IndexMut")),
  languageCall(
    "iteration",
    "next next_back into_iter from_iter extend size_hint sum product",
    of("DoubleEndedIterator Extend FromIterator IntoIterator Iterator Product Sum"),
  ),
  languageCall("lifetime", "drop clone default", of("Clone Default Drop")),
  languageCall("call", "call call_mut call_once", of("Fn FnMut FnOnce")),
  languageCall(
    "hook",
    "branch cause deserialize from_output from_residual poll poll_next report serialize source write_char " +
      "write_str",
    of("Deserialize Error FromResidual Future Serialize Stream Termination Try Write"),
  ),
  languageCall("start", "main", { type: /^$/ }),
  // Procedural macros, tests, handlers and exported symbols run where the attribute says.
  { kind: "hook", signature: /^#\[(?:proc_macro|panic_handler|no_mangle|global_allocator)/ },
];
