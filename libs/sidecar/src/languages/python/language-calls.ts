/** Methods that Python calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

const IN_TYPE = { type: /^class\b/ };
const PLACES = ["", "r", "i"];
const ARITHMETIC = "add sub mul matmul truediv floordiv div mod divmod pow lshift rshift and or xor".split(
  " ",
);
const OPERATORS = ARITHMETIC.flatMap((name) => PLACES.map((place) => `__${place}${name}__`));

export const PYTHON_CALLS: readonly LanguageCallRule[] = [
  languageCall("operator", OPERATORS.join(" "), IN_TYPE),
  languageCall(
    "operator",
    "__contains__ __eq__ __ge__ __gt__ __hash__ __invert__ __le__ __lt__ __ne__ __neg__ __pos__",
    IN_TYPE,
  ),
  languageCall(
    "conversion",
    "__abs__ __bool__ __bytes__ __ceil__ __complex__ __dir__ __float__ __floor__ __format__ __fspath__ " +
      "__hash__ __index__ __int__ __len__ __length_hint__ __nonzero__ __repr__ __round__ __str__ __trunc__ " +
      "__unicode__",
    IN_TYPE,
  ),
  languageCall(
    "subscript",
    "__class_getitem__ __delitem__ __getitem__ __missing__ __setitem__ __getslice__ __setslice__",
    IN_TYPE,
  ),
  languageCall(
    "iteration",
    "__aiter__ __anext__ __getitem__ __iter__ __len__ __next__ __reversed__ next",
    IN_TYPE,
  ),
  languageCall("access", "__get__ __set__ __delete__ __getattribute__ __setattr__ __delattr__", IN_TYPE),
  languageCall("access", "__getattr__"),
  languageCall("call", "__call__", IN_TYPE),
  languageCall("lifetime", "__aenter__ __aexit__ __del__ __enter__ __exit__ __new__", IN_TYPE),
  languageCall("destructuring", "__iter__", IN_TYPE),
  // The others: of classes, of pickling, of copying, of awaiting.
  { kind: "hook", name: /^__(?!init__$)\w+__$/, ...IN_TYPE },
  languageCall("hook", "__dir__"),
];
