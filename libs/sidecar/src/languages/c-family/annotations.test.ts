import { describe, expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { hideRanges } from "../../blank.ts";
import { hiddenAnnotations } from "./annotations.ts";

/** The text as the parser sees it, with runs of blanks as one. */
function visible(code: string): string {
  return hideRanges(code, hiddenAnnotations(code)).replace(/\s+/g, " ").trim();
}

describe("annotations between, before and after the words of a declaration are hidden", () => {
  test.each([
    ["static int __init f(void) { }", "static int f(void) { }"],
    ["static void __exit f(void) { }", "static void f(void) { }"],
    ["static struct a *__init f(int x) { }", "static struct a * f(int x) { }"],
    ["struct a __iomem *v;", "struct a *v;"],
    ["int __read_mostly v;", "int v;"],
    ["int v __read_mostly;", "int v ;"],
    ["static int v __initdata = 3;", "static int v = 3;"],
    ["unsigned long v __ro_after_init;", "unsigned long v ;"],
    ["static const char *const v[] __initconst = { 0 };", "static const char *const v[] = { 0 };"],
    ["void f(void) __acquires(a) __releases(b);", "void f(void) ;"],
    ["static __always_inline __alloc_size(1) void *f(int a) {", "static void *f(int a) {"],
    ["void *__f(int a) __assume_f_alignment __alloc_size(1);", "void *__f(int a) ;"],
    ["int __printf(1, 2) f(const char *a, ...);", "int f(const char *a, ...);"],
    ["static void printflike(3, 4)\nf(char *a, ...);", "static void f(char *a, ...);"],
    ["__visible __printf(1, 2) int f(int a);", "int f(int a);"],
    ["asmlinkage __visible void __init f(void)", "void f(void)"],
    ["long f(char __user *a, size_t b)", "long f(char *a, size_t b)"],
    ["a = (__force u32)b;", "a = ( u32)b;"],
    ["struct __packed s { int a; };", "struct s { int a; };"],
    ["struct s { int a __aligned(8); } __packed;", "struct s { int a ; } ;"],
    ["union __attribute__((packed)) u { int a; };", "union u { int a; };"],
    ["typedef int (__init *f)(void);", "typedef int ( *f)(void);"],
    ["int (*f)(int) __read_mostly;", "int (*f)(int) ;"],
    ["int __stdcall f(void);", "int f(void);"],
    ["int __cdecl (*f)(int);", "int (*f)(int);"],
    ["void f(int (__cdecl *g)(int));", "void f(int ( *g)(int));"],
    // Names that no list has.
    ["static int MY_API (*f)(const char *);", "static int (*f)(const char *);"],
    ["typedef void *MY_API (*f)(int);", "typedef void * (*f)(int);"],
    ["struct s { a_t MY_API (*f[2])(int); };", "struct s { a_t (*f[2])(int); };"],
    ["static int __our_init f(struct a __ours *b) { }", "static int f(struct a *b) { }"],
    ["static struct a b __ours = { 1 };", "static struct a b = { 1 };"],
    ["int f(int a) __ours(1) {", "int f(int a) {"],
    ["__ours(1) int f(int a);", "int f(int a);"],
    ["int v OUR_SECTION = 3;", "int v = 3;"],
    ["int f(int a) OUR_END(a);", "int f(int a) ;"],
    ["struct s { OUR_FIELD int a; };", "struct s { int a; };"],
    ["int f(int a) const __ours;", "int f(int a) const ;"],
  ])("%j", (code, expected) => {
    expect(visible(code)).toBe(expected);
  });
});

describe("names, types, values and calls are not", () => {
  test.each([
    "__u32 v;",
    "int f(void) { return MAX (*p)(1); }",
    "int f(void) { return a * MAX (*p)(1); }",
    "int __stdcall;",
    "static __be16 v;",
    "static inline void __list_add(struct a *b) { __go(b); }",
    "extern char __init_begin[], __init_end[];",
    "struct s { int __unused; u32 __reserved[4]; struct a __b; };",
    "int (*__handler)(int);",
    "int v __attribute__((unused));",
    '__setup("a=", f);',
    "return __a * b;",
    "a = b * __c;",
    "if (a) __b = 3;",
    "if (a) __b(c);",
    "each(a) __b(c);",
    "FLAG * a;",
    "static HANDLE f(int a);",
    "enum { __A, __unused };",
    "struct __a *f(void);",
    "f(__a, __b);",
    "case FIRST: SECOND(a);",
    "x = FIRST;",
    "const __a *b;",
  ])("%j", (code) => {
    expect(visible(code)).toBe(code);
  });
});

test("annotations are not symbols, and calls of annotated functions are found", async () => {
  const text = `#include <linux/init.h>
static int __init my_init(void)
{
	return probe();
}
static void __exit my_exit(void)
{
	my_init();
}
`;
  for (const path of ["drv.c", "drv.cc"]) {
    const { symbols, calls, diagnostics } = await analyze(path, text);
    expect(symbols.map(({ label }) => label)).toEqual(["my_init", "my_exit"]);
    expect(symbols[0]?.signature).toBe("static int __init my_init(void)");
    expect(calls.map(({ name, within }) => `${symbols[within]?.label} → ${name}`)).toEqual([
      "my_init → probe",
      "my_exit → my_init",
    ]);
    expect(diagnostics).toEqual([]);
  }
});

test.each([
  "int __a ",
  "__a(",
  "int f(int a) __b(",
  "__a __b * ",
  "int a __b(1) ",
  "const ",
  "int ABC (*f)(",
])("words that go on and on (%j) hold nothing up", (part) => {
  // Quadratic time on this many would be minutes.
  expect(hiddenAnnotations(part.repeat(40_000)).length).toBeLessThan(100_000);
});
