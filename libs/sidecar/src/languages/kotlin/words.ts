/**
 * What the grammar of Kotlin takes for something else, or does not know, written so that it understands. As
 * long a text. Pure.
 */
import { blank } from "../../blank.ts";

export function rewriteWords(text: string): string {
  return guardsAsConditions(
    withoutContexts(endsInLines(oneAnnotationEach(modifiersAsModifiers(wordsAsNames(text))))),
  );
}

/** What is inside of round brackets. */
const BRACKETED = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\)){0,200}\)){0,400}\)`;

const MODIFIERS =
  "abstract|crossinline|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg";

/** What follows a name, but no modifier. Parentheses also stand in `suspend(Int) -> Unit`, a type. */
const BEHIND_NAME = String.raw`(?=[ \t]*(?:[={}:;,.)[\]+*%<>!?&|]|-|\/(?![/*]))|[ \t]+(?:as|is|in)\b|${BRACKETED}(?!\s*->))`;

/** `open = true`, `internal.close()`, `f(suspend = true)`. */
const MODIFIER_AS_NAME = new RegExp(String.raw`\b(?:${MODIFIERS})${BEHIND_NAME}`, "g");

/** Any but the type (`x: dynamic`, `List<dynamic>`). */
const DYNAMIC_AS_NAME = /\bdynamic\b(?<!(?:[:<]|\b(?:as|is)\s)\s{0,20}dynamic)(?![ \t]*>)/g;

/**
 * At the start of a line, where behind a declared variable the grammar takes them for a part of that: an
 * accessor, a delegate, a constraint.
 */
const ACCESSOR_AS_NAME = new RegExp(
  String.raw`\b(?:(?:get|set|by|where)(?=[ \t]*(?:[=.[?]|!!|[-+*/%]=))|get(?=\([^)])|set(?=\([^()]*,\s*[^\s)]|${BRACKETED}(?!\s*[{=:])))(?<=^[ \t]{0,200}[a-z]+)`,
  "gm",
);

/**
 * Any other name of its length will do, also in strings and comments: what something is called is read from
 * the text itself.
 */
function wordsAsNames(text: string): string {
  return [MODIFIER_AS_NAME, DYNAMIC_AS_NAME, ACCESSOR_AS_NAME].reduce(
    (changed, words) => changed.replace(words, (word) => `_${word.slice(1)}`),
    text,
  );
}

/**
 * Modifiers that are names too: behind an annotation the grammar rather reads `enum class B` as an infix
 * call.
 */
const PLAIN_MODIFIERS: Readonly<Record<string, string>> = {
  actual: "public",
  annotation: "open final",
  const: "final",
  data: "open",
  enum: "open",
  expect: "public",
  infix: "final",
  operator: "external",
  value: "final",
};

const ANNOTATION = String.raw`@(?:[\w.:]+(?:${BRACKETED})?|\[[^\]]*\])`;
const GAP = String.raw`(?:\s|\/\/.*$|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/)+`;
const ANNOTATED = new RegExp(
  String.raw`^([ \t]*(?:${ANNOTATION}${GAP}){1,20})((?:[a-z]+\s+){1,10})(?=(?:class|fun|interface|object|typealias|val|var)\b)`,
  "gm",
);

/**
 * `@A enum class B` → `@A open class B`, `actual constructor` → `public constructor`: one that is no name.
 * Which it was is read from the text itself.
 */
function modifiersAsModifiers(text: string): string {
  const plain = (modifiers: string): string =>
    modifiers.replace(/[a-z]+/g, (word) => PLAIN_MODIFIERS[word] ?? word);
  return text
    .replace(ANNOTATED, (_, annotations: string, modifiers: string) => annotations + plain(modifiers))
    .replace(/\b(?:actual|expect)(?=[ \t]+constructor\b)/g, plain);
}

const ACCESSOR_ANNOTATIONS = new RegExp(
  String.raw`^[ \t]*(?:${ANNOTATION}${GAP}){1,20}(?=(?:(?:private|protected|internal|public|inline)\s+){0,3}(?:get|set)\s*\()`,
  "gm",
);

const AT_TOP = new RegExp(
  String.raw`^(@(?!file:)[\w.:]+|@\[[^\]]*\])(${BRACKETED})?((?:${GAP}${ANNOTATION}){0,20})(${GAP})(?=(?:[a-z]+\s+){0,10}(?:class|fun|interface|object|typealias|val|var)\b)`,
  "gm",
);

/**
 * Outside of classes, where expressions may stand too, the grammar reads `@A @B class C` as an infix call,
 * and so it does `@A(1) fun f()` on one line: there the first annotation is left, and its arguments on a line
 * of their own. None is left of an accessor, behind a property without a type.
 */
function oneAnnotationEach(text: string): string {
  return text
    .replace(ACCESSOR_ANNOTATIONS, blank)
    .replace(
      AT_TOP,
      (_, first: string, args = "", others: string, gap: string) =>
        first + ((others + gap).includes("\n") ? args : blank(args)) + blank(others) + gap,
    );
}

/**
 * Texts in a head are whole ones: a word in a text has a quotation mark or a `${` in front of the next brace.
 */
const CLASS_HEAD = /(?<![:.])\b(?:class|interface|object)\b(?:[^\n{}"$]|"[^\n{}"$]{0,200}"){0,300}\{/g;
const LINE_CHARS = 400;

/**
 * `class A { fun f() {} }` → `class A { fun f() {};}`: the grammar asks for an end of what stands last in a
 * class.
 */
function endsInLines(text: string): string {
  const ends = new Set<number>();
  for (const { index, 0: head } of text.matchAll(CLASS_HEAD)) {
    const brace = closingBrace(text, index + head.length);
    if (
      brace !== null &&
      text[brace - 1] === " " &&
      !"{;".includes(text.slice(index, brace).trimEnd().at(-1) ?? "")
    )
      ends.add(brace - 1);
  }
  const places = [...ends].sort((left, right) => left - right);
  return places.length === 0
    ? text
    : places.map((end, at) => text.slice(at === 0 ? 0 : (places[at - 1] as number) + 1, end)).join(";") +
        ";" +
        text.slice((places.at(-1) as number) + 1);
}

/** Where the brace is that belongs to the one before; null if it is not in this line. */
function closingBrace(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < from + LINE_CHARS && at < text.length && text[at] !== "\n"; at++) {
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    if (depth === 0) return at;
  }
  return null;
}

const CONTEXT = new RegExp(
  String.raw`^[ \t]*context[ \t]*(?=\(\s*\w)${BRACKETED}(?=\s*(?:@|(?:[a-z]+\s+)*(?:class|fun|interface|object|val|var)\b))`,
  "gm",
);

/** `context(Logger) fun log()` */
function withoutContexts(text: string): string {
  return text.replace(CONTEXT, blank);
}

/** Up to the first arrow that is in no brackets. */
const GUARD = new RegExp(
  String.raw`((?:^|[{;])[ \t]*)(!?is[ \t][^\n{}]{1,200}?|!?in[ \t][^\n{}]{1,200}?|[\w.]{1,200})([ \t]{1,20})if\b(?=(?:[^\n(){}-]|${BRACKETED}|-(?!>)){1,400}->)`,
  "gm",
);

/** `is B if ready ->` → `is B , ready ->`, and `else if ready ->` → `1111 , ready ->`. */
function guardsAsConditions(text: string): string {
  return text.replace(
    GUARD,
    (_, before: string, condition: string, gap: string) =>
      `${before}${condition === "else" ? "1111" : condition}${gap}, `,
  );
}
