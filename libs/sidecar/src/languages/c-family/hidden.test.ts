import { describe, expect, it, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { hideRanges } from "../../blank.ts";
import { hiddenBranches, lacksMacros } from "./hidden.ts";

async function outline(path: string, text: string): Promise<readonly string[]> {
  const { symbols, diagnostics } = await analyze(path, text);
  return [
    ...symbols.map(({ kind, label, startLine, endLine }) => `${kind} ${label} ${startLine}-${endLine}`),
    ...diagnostics.map(({ kind }) => kind),
  ];
}

test(
  "a function goes on behind conditions around elements of a list, and behind heads that open the same " +
    "block",
  async () => {
    const text = `unsigned f(void) {
  static int mib[][2] = {
# ifdef HW
    { CTL_HW, HW },
# endif
    { CTL_HW, HW_NCPU }
  };
#ifdef __linux__
  if (a(1)) { /* { */
#elif defined(__APPLE__)
  while (b(2)) {
#else
  {
#endif
    go();
  }
  return 1;
}
#ifdef X
static int h(int a) {
#else
static int h(void) {
#endif
  return f();
}
int g(void) { return f(); }
`;
    expect(await outline("a.c", text)).toEqual(["function f 1-18", "function h 20-25", "function g 26-26"]);
    expect((await analyze("a.c", text)).calls.map(({ name, line }) => `${name} ${line}`)).toEqual([
      "a 9",
      "b 11",
      "go 15",
      "f 24",
      "f 26",
    ]);
  },
);

test.each([
  ["what is whole", "#ifdef A\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\n"],
  [
    "what is opened and closed by conditions of their own",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n',
  ],
  ["what is left out", "#if 0\nint f(void) {\n#else\nint g(void) {\n#endif\n}\n"],
  ["branches of which some open nothing", "#ifdef A\nif (a) {\n#else\nb();\n#endif\n"],
  ["commas in comments", "#ifdef A\nint a; // one,\n#endif\n"],
])("%s is not touched", (_, text) => {
  expect(hiddenBranches(text)).toEqual([]);
});

test("a condition may have more branches than a call takes arguments", () => {
  expect(hiddenBranches(`#if A\n,\n${"#else\n".repeat(140_000)}#endif\n`)).toHaveLength(140_002);
});

test("what is hidden leaves lines and offsets", () => {
  const text = "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n}\n";
  expect(hideRanges(text, hiddenBranches(text))).toBe(
    "        \nint f(int a) {\n     \n             \n      \n}\n",
  );
});

test("pointers to members are called by their names", async () => {
  const text =
    "struct A {\n  const T C::*field_;\n  int a::B<int>::*other = nullptr;\n  T (C::*method_)(int);\n  " +
    "int x = a * C::size;\n};\n";
  expect(await outline("a.cc", text)).toEqual([
    "struct A 1-6",
    "field A.field_ 2-2",
    "field A.other 3-3",
    "field A.method_ 4-4",
    "field A.x 5-5",
  ]);
});

describe("lacksMacros", () => {
  it.each<[string, string, boolean]>([
    ["drv.c", "static int __init start(void) { return 0; }\n", true],
    ["drv.cpp", "static int __init start(void) { return 0; }\n", true],
    ["drv.h", "static int __init start(void) { return 0; }\n", false],
    ["drv.c", "#include <linux/init.h>\nstatic int __init start(void) { return 0; }\n", false],
    ["drv.c", "#define __init\nstatic int __init start(void) { return 0; }\n", false],
    ["api.c", "MY_API int start(void) { return 0; }\n", false],
    ["packed.c", "struct __attribute__((packed)) hdr { int a; };\n", false],
    ["packed.c", "union __attribute((packed)) u { int a; };\n", false],
    ["packed.cpp", 'class __attribute__((visibility("default"))) Box { int a; };\n', false],
    ["packed.c", "static int __attribute__((cold)) (*open)(int);\n", false],
    ["box.cpp", "class __declspec(dllexport) Box { int a; };\n", false],
    ["anon.c", "__extension__ struct s { int a; };\n__extension__ typedef long long ll;\n", false],
    ["fast.c", "static __forceinline int f(void) { return 1; }\n", false],
    ["kernel.cpp", "__global__ void add(int n) {}\n__device__ int twice(int n) { return n; }\n", false],
    ["call.c", "int __stdcall f(void);\nint __cdecl (*g)(int);\n", false],
    ["both.c", "struct __attribute__((packed)) h { int a; };\nint __init f(void) { return 0; }\n", true],
    ["plain.c", "static int start(void) { return 0; } /* #include */\n", false],
    ["said.c", '// static int __init f(void);\nconst char *s = "int __init f";\n', false],
  ])("%s: %j: %s", (path, text, expected) => expect(lacksMacros(path, text)).toBe(expected));
});
