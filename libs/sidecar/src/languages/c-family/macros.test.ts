import { expect, test } from "vitest";
import { hideRanges } from "../../blank.ts";
import { hiddenMacros, typesAsNames } from "./macros.ts";

/** The text that the parser sees, ignoring white space. */
function visible(text: string): string {
  return hideRanges(text, hiddenMacros(text)).replace(/\s+/g, " ").trim();
}

test.each([
  // Before a declaration, or between its type and its name.
  ["UV_EXTERN int uv_run(void);", "int uv_run(void);"],
  ["static DWORD WINAPI run(void* x) {", "static DWORD run(void* x) {"],
  ["INLINE static void run() {", "static void run() {"],
  ["UV_THREAD_LOCAL int x = 1;", "int x = 1;"],
  ['FMT_DEPRECATED("x") void run();', "void run();"],
  ["template <class T> FMT_API void run();", "template <class T> void run();"],
  ["typedef BOOL (WINAPI *run)(HANDLE);", "typedef BOOL ( *run)(HANDLE);"],
  ["FMT_NODISCARD\nint run();", "int run();"],
  // After a declarator, or before a class's name.
  ["int x ABSL_GUARDED_BY(mutex(1)) = 0;", "int x = 0;"],
  ["class FMT_API FMT_ATTRIBUTE(x) Store : Base {", "class Store : Base {"],
  ["class FMT_API Store;", "class Store;"],
  ["char* absl_nonnull name();", "char* name();"],
  // On a line of its own.
  ["FMT_NAMESPACE_BEGIN\nclass A {", "class A {"],
  ["class A {\n  Q_OBJECT\n  int x;", "class A { int x;"],
  ["struct a {\n  HANDLE_FIELDS\n  /* private */\n  ASYNC_FIELDS\n};", "struct a { /* private */ };"],
  [
    "struct a {\n  int x; /* why */\n  ASYNC_FIELDS\n  OTHER_FIELDS\n  THIRD_FIELDS\n};",
    "struct a { int x; /* why */ };",
  ],
  ["union a {\n  TYPE_MAP(XX)\n};", "union a { };"],
  ["DECL(foo)\ntypedef struct node { int x; } node_t;", "typedef struct node { int x; } node_t;"],
  ["int x;\nDECLARE (a)\nDECLARE (b)\nvoid run();", "int x; void run();"],
  // Around a function, before a type's macro, after an attribute.
  ["UV_UNUSED(static void run(int* x)) {\n  int x;\n}", "static void run(int* x) { int x; }"],
  ["INLINE static HANDLE run(int x) {", "static HANDLE run(int x) {"],
  ["class FMT_API [[nodiscard]] Holder\n    : public Lock {", "class [[nodiscard]] Holder : public Lock {"],
  ["ABSL_CONSTEXPR_SINCE_20 Iterator\nfind();", "Iterator find();"],
  // What only the preprocessor understands.
  ["#if __has_include(<version>)\n", "#if __has_include"],
  ["#if HAVE_ATTRIBUTE(clang::a)\n", "#if HAVE_ATTRIBUTE"],
  [
    "enum {\n  FIRST,\n#define XX(a) UV_ ## a,\n  UV_MAP(XX)\n#undef XX\n  UV_PRIVATE\n  LAST\n#define " +
      "LAST LAST\n};",
    "enum { FIRST, LAST };",
  ],
  ["#define FIELDS \\\n  /* public */ \\\n  int x;\nint y;", "#define FIELDS \\ \\ int x; int y;"],
])("%j is read as %j", (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each([
  "DWORD run(void);",
  "static HANDLE handle = OPEN_FLAG;",
  "struct FILE_INFO info;",
  "struct FILE_INFO info = { 1 };",
  "enum { FIRST,\nSECOND,\nLAST\n};",
  "enum {\n  FEATURE_DEPRECATED,\n  OTHER = 1 };",
  "x = FLAG_A |\n  FLAG_B;",
  "return FMT_INLINE;",
  "attrs & FILE_ATTRIBUTE_DIRECTORY;",
  "case FLAG_A: break;",
  "TEST_CASE(name) {",
  "CHECK_SOME(value);",
  "#define FMT_API int run",
  "enum { FIRST };",
  "enum {\n  FIRST\n};",
  "struct point points[] = {\n  ORIGIN\n};",
  "EXPORT(char *)\nparse(const char *text) { return 0; }",
  "void run() {\n  ASSERT_OK(x)\n  y = 1;\n}",
  "#if defined(A) && \\\n    HAVE_FEATURE(b)\ntemplate <class T>\nstruct C;",
  "#define DECLARE(x) int x;\nint y;",
])("%j stays as it is", (text) => {
  expect(visible(text)).toBe(text.replace(/\s+/g, " "));
});

test("each macro of a line without an end is looked around, and no further", () => {
  // Scanning to the end of the line from each would take minutes.
  expect(hiddenMacros("UV_EXTERN int x; ".repeat(50_000))).toEqual([{ start: 0, end: "UV_EXTERN".length }]);
});

test.each(["#define A(x) x \\\n", `#define A(x) \\\n${"y \\\n".repeat(5)}`])(
  "macros that go on and on (%j) hold nothing up, and are no listing",
  (macro) => {
    // Quadratic time on this many would be minutes.
    expect(hiddenMacros(macro.repeat(40_000))).toEqual([]);
  },
);

test.each([
  `#define AB(x)\nX(AB)${" ".repeat(500_000)}x\n`,
  `#define AB \\\n${"/* ".repeat(200_000)}`,
  `#define AB(x) \\\n${"#define AB(x) \\\n".repeat(30_000)}x\n${"X(AB)\n".repeat(80_000)}`,
])("blanks, open comments and lines that go on and on hold nothing up (%#)", (text) => {
  // Quadratic time on this many would be minutes.
  expect(hiddenMacros(text)).toEqual([]);
});

test("of a macro's comments, those that are closed are hidden", () => {
  expect(visible("#define A \\\n  a /* b */ c \\\n  d // e \\\n  f /* // g\nint h;")).toBe(
    "#define A \\ a c \\ d f /* int h;",
  );
});

test("types among arguments are names as long, and blanks without end none", () => {
  expect(typesAsNames("va_arg ( *list, struct item *)")).toBe("va_arg ( *list, struct_item__)");
  for (const [before, behind] of [
    ["va_arg", "(list, char *)"],
    ["va_arg(", "list, char *)"],
    ["va_arg(list,", "char *)"],
  ]) {
    const text = `${before}${" ".repeat(300_000)}${behind}`;
    expect(typesAsNames(text)).toBe(text);
  }
});
