import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../languages/index.ts";
import { languageById } from "../languages/detect-language.ts";
import { resolvesCalls } from "../languages/call-languages.ts";
import { codeOnly, textParts } from "./code-only.ts";
import { ECMA_LEXIS } from "./lexical-rules.ts";

/** Words of the code. */
function words(language: string, text: string): string[] {
  const lexis = languageById(language)?.lexicalRules;
  if (!lexis) throw new Error(`${language} has no lexis`);
  return codeOnly(text, lexis).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

const WITH_LEXIS = LANGUAGES.filter(({ lexicalRules }) => lexicalRules !== undefined);

describe("codeOnly", () => {
  it("knows every language whose calls are resolved", () => {
    expect(
      LANGUAGES.filter(({ id, lexicalRules }) => resolvesCalls(id) && lexicalRules === undefined).map(
        ({ id }) => id,
      ),
    ).toEqual([]);
  });

  it.each([
    [
      "typescript",
      "a; // no\nb; /* no\nno */ c; 'no'; \"no\"; `no ${d} no ${`no ${e}`} no`;",
      ["a", "b", "c", "d", "e"],
    ],
    [
      "typescript",
      'const a = /no[\'"`]/.test(b); c = d / e / f; g.replace(/["\\\\]/g, h)',
      ["const", "a", "test", "b", "c", "d", "e", "f", "g", "replace", "g", "h"],
    ],
    ["typescript", "`no ${a //} no` b\nc", ["a", "b", "c"]],
    ["tsx", "<p>don't</p>; a", ["p", "don", "t", "p", "a"]],
    ["vue", "<!-- no --><p>{{ a }}</p>", ["p", "a", "p"]],
    ["python", "a # no\n'''no\nno''' + b; f'no {c} no'; 'no\\' no'; rf'no {d}'", ["a", "b", "c", "r", "d"]],
    [
      "python",
      "def f(a: 'b.C', *d: \"E | None\" = 'no') -> 'F[G]':\n  h: Optional['I'] = cast('J', 'no')\n  k " +
        "= l['no'] + Literal['no', 'no'] + {'no': 'no'}",
      [
        "def",
        "f",
        "a",
        "b",
        "C",
        "d",
        "E",
        "None",
        "F",
        "G",
        "h",
        "Optional",
        "I",
        "cast",
        "J",
        "k",
        "l",
        "Literal",
      ],
    ],
    [
      "rust",
      "fn a<'b>(c: &'b str) { /* no /* no */ no */ 'd'; '\"'; r#\"no \" no\"#; \"no\nno\"; e }",
      ["fn", "a", "b", "c", "b", "str", "e"],
    ],
    ["go", 'a := `no\\`; b := "no"; c := \'"\' // no', ["a", "b", "c"]],
    ["java", 'a = """\nno " no\n"""; b = \'"\'; c = "no\\"no";', ["a", "b", "c"]],
    ["kotlin", 'a = "no $b no ${c("no")}"; """no " ${d}""" // no', ["a", "b", "c", "d"]],
    ["csharp", 'a = $"no {b} no"; c = @"no\\"; d = $@"no {e}"; \'f\'', ["a", "b", "c", "d", "e"]],
    ["c", '#define A "no" /* no */\n\'"\'; b', ["define", "A", "b"]],
    ["php", "$a = \"no $b no {$c->d}\"; 'no $no'; # no\n#[E] // no", ["a", "b", "c", "d", "E"]],
    ["ruby", 'a = "no #{b} no" # no\n%w[no no]; \'no\'; ?"; c\n=begin\nno\n=end\nd', ["a", "b", "c", "d"]],
    ["elixir", '@doc ~S"""\nno " no\n"""\na = ~w(no no); "no #{b}"; <<?", c>>', ["doc", "a", "b", "c"]],
    ["swift", 'a = "no \\(b("no")) no" // no\n/* no /* no */ no */ c', ["a", "b", "c"]],
    ["dart", "a = 'no $b no ${c}'; r'no $no'; d // no", ["a", "b", "c", "d"]],
    ["lua", "a = [[no\nno]] --[[ no\nno ]] .. b -- no", ["a", "b"]],
    ["haskell", "a = \"no\" {- no {- no -} no -} ++ b' '\"' -- no", ["a", "b"]],
    [
      "bash",
      "a=\"no $b ${c} no\"; echo ${#d} # no\necho 'no $no' $e",
      ["a", "b", "c", "echo", "d", "echo", "e"],
    ],
    ["powershell", "$a = \"no $b $(c)\" # no\n<# no #> 'no' + $d", ["a", "b", "c", "d"]],
    ["zig", 'a = \\\\no no\n;b = "no"; // no', ["a", "b"]],
    ["solidity", "a = 'no'; // no\nb = \"no\";", ["a", "b"]],
  ])("%s: %j", (language, text, expected) => {
    expect(words(language, text)).toEqual(expected);
  });

  it(
    "takes a quote that is not closed on its line for none, and a comment that is never closed for all " +
      "that follows",
    () => {
      expect(words("typescript", "a = 'b\nc = 1 /* no\nno")).toEqual(["a", "b", "c"]);
    },
  );

  // Without a limit, the first would take two to the power of twenty steps, the second quadratic time.
  it.each(
    WITH_LEXIS.map(({ id, lexicalRules }) => [id, lexicalRules as NonNullable<typeof lexicalRules>] as const),
  )("looks at strings in strings, none of which ends, in bounded work: %s", (_, lexis) => {
    for (const { open, code } of lexis.strings) {
      const nested = `${open}${code?.open ?? ""}\n`.repeat(60);
      expect(codeOnly(nested, lexis)).toHaveLength(nested.length);
    }
    for (const piece of ['"\\', "=/[", "'\\"])
      expect(codeOnly(piece.repeat(5_000), lexis)).toHaveLength(piece.length * 5_000);
  });

  it("keeps length and line ends of any text, and does not throw", () => {
    const signs = fc.constantFrom(
      "'",
      '"',
      "`",
      "/",
      "*",
      "#",
      "${",
      "}",
      "{",
      "\\",
      "\n",
      "\r\n",
      "-",
      "[",
      "]",
      "=",
      "(",
      ")",
      "$",
      "a",
      "r#",
      "~w",
      "%q",
      " ",
      "€",
      "𝒳",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...WITH_LEXIS),
        fc.array(signs, { maxLength: 60 }),
        ({ lexicalRules }, parts) => {
          const text = parts.join("");
          const code = codeOnly(text, lexicalRules as NonNullable<typeof lexicalRules>);
          expect(code.length).toBe(text.length);
          expect(code.replace(/[^\r\n]/g, "")).toBe(text.replace(/[^\r\n]/g, ""));
          for (const [at, sign] of [...code].entries())
            if (sign.length === 1 && !/\s/.test(sign) && code.length === [...code].length)
              expect(text[at]).toBe(sign);
        },
      ),
    );
  });
});

describe("textParts", () => {
  const comments = (text: string): string[] =>
    textParts(text, ECMA_LEXIS).comments.map(({ start, end }) => text.slice(start, end));

  it("tells comments from strings, and finds those in code within strings", () => {
    expect(comments('a("// no") // one\n/* two */ b(`/* no */ ${c /* three */}`)')).toEqual([
      "// one",
      "/* two */",
      "/* three */",
    ]);
  });

  it("has the same code as codeOnly", () => {
    const text = 'a("b") // c';
    expect(textParts(text, ECMA_LEXIS).code).toBe(codeOnly(text, ECMA_LEXIS));
  });
});
