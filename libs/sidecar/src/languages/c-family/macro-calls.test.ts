import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { plainMacroCalls } from "./macro-calls.ts";

test.each([
  ["SYSCALL_DEFINE2(kill, pid_t, pid, int, sig)\n{", "long            kill( pid_t  pid, int  sig)\n{"],
  ["BPF_CALL_1(f, void *, a) {", "long       f( void *  a) {"],
  ["DEFINE_MUTEX(a);", "DEFINE_MUTEX a ;"],
  ["static DECLARE_WORK(a, run);", "static DECLARE_WORK a=(run);"],
  ["DEFINE_HASHTABLE(a, struct b *);", "DEFINE_HASHTABLE a             ;"],
  ["static DEFINE_PER_CPU(struct b *, a) = 1;", "static volatile       struct b *  a  = 1;"],
  ["struct s {\n\tDECLARE_BITMAP(a, 4);\n};", "struct s {\n\tDECLARE_BITMAP a=(4);\n};"],
  ["static LIST_HEAD(a);", "static LIST_HEAD a ;"],
  ["\tfor_each_cpu(a) {\n", "\tfor_each_cpu(a);{\n"],
  ["\tlist_for_each(a, b)\n\t\tgo();", "\tlist_for_each(a, b)\n;\tgo();"],
])("%j is rewritten", (text, expected) => {
  expect(plainMacroCalls(text)).toBe(expected);
});

test.each([
  "SYSCALL_DEFINE2(kill, pid_t, pid)\n{",
  "SYSCALL_DEFINE0(getpid)\n{",
  "DEFINE_SHOW_ATTRIBUTE(a);",
  "DEFINE_THING(a) { }",
  "#define DEFINE_A(x) x",
  "\tfor_each_cpu(a);",
  "#define each(a) \\\n\tfor_each_cpu(a) \\\n",
  "\tx = for_each(a) + 1;",
])("%j stays as it is", (text) => {
  expect(plainMacroCalls(text)).toBe(text);
});

test("what such macros declare is a symbol, and what they are given is read", async () => {
  const text = `#include <linux/syscalls.h>
static DEFINE_MUTEX(lock);
static DEFINE_PER_CPU(int, count);
DECLARE_WORK(work, run);
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	for_each_cpu(cpu) {
		go(cpu);
	}
	return 0;
}
SYSCALL_DEFINE0(getpid)
{
	return 0;
}
`;
  const { symbols, calls, diagnostics } = await analyze("a.c", text);
  expect(symbols.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    "variable lock",
    "variable count",
    "variable work",
    "function read",
    "function getpid",
  ]);
  expect(calls.map(({ name, within }) => `${symbols[within]?.label} → ${name}`)).toEqual([
    "read → for_each_cpu",
    "read → go",
  ]);
  expect(symbols[3]?.signature).toBe(
    "SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)",
  );
  expect(diagnostics).toEqual([]);
});

test.each(["\tfor_each", "\nDEFINE_A(", "\n\tfor_each(", "\nSYS_DEFINE9(a, ", "FOR_EACH"])(
  "calls that go on and on (%j) hold nothing up",
  (part) => {
    // Quadratic time on this many would be minutes.
    const text = `\t${part.repeat(50_000)}`;
    expect(plainMacroCalls(text)).toHaveLength(text.length);
  },
);
