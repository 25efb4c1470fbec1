/**
 * Rewrites what Kotlin's grammar misreads or does not know into code of the same length that it understands.
 * Pure.
 */
import { blank } from "../../blank.ts";

/** Applies all rewrites of this file, in the order in which they depend on each other. */
export function rewriteWords(text: string): string {
  return guardsAsConditions(
    withoutContexts(endsInLines(oneAnnotationEach(modifiersAsModifiers(wordsAsNames(plainFields(text)))))),
  );
}

/** A field of another type than its property, on the line after it. */
const FIELD =
  /^([ \t]*(?:[a-z]+[ \t]+){0,6}va[lr][ \t]+[\w`]+[ \t]*:[^=\n]{1,300}\r?\n[ \t]*)field(?=[ \t]*=[^=])/gm;

/**
 * Turns fields of properties into getters (`field = a` → `get() = a`), and strings that contain dollar signs
 * into plain ones (`$$"a"` → `  "a"`).
 */
function plainFields(text: string): string {
  return text.replace(FIELD, "$1get()").replace(/\${2,8}(?=")/g, blank);
}

/** Text in parentheses, with two nested levels. */
const BRACKETED = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\)){0,200}\)){0,400}\)`;

const MODIFIERS =
  "abstract|crossinline|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg";

/**
 * Text after a name, but never after a modifier. Parentheses also follow in `suspend(Int) -> Unit`, a type.
 */
const BEHIND_NAME = String.raw`(?=[ \t]*(?:[={}:;,.)[\]+*%<>!?&|]|-|\/(?![/*]))|[ \t]+(?:as|is|in)\b|${BRACKETED}(?!\s*->))`;

/** Modifiers used as names: `open = true`, `internal.close()`, `f(suspend = true)`. */
const MODIFIER_AS_NAME = new RegExp(String.raw`\b(?:${MODIFIERS})${BEHIND_NAME}`, "g");

/** `dynamic` except as a type (`x: dynamic`, `List<dynamic>`). */
const DYNAMIC_AS_NAME = /\bdynamic\b(?<!(?:[:<]|\b(?:as|is)\s)\s{0,20}dynamic)(?![ \t]*>)/g;

/**
 * Names at the start of a line that the grammar takes for a part of the variable declared above: an accessor,
 * a delegate, a constraint.
 */
const ACCESSOR_AS_NAME = new RegExp(
  String.raw`\b(?:(?:get|set|by|where)(?=[ \t]*(?:[=.[?]|!!|[-+*/%]=))|get(?=\([^)])|set(?=\([^()]*,\s*[^\s)]|${BRACKETED}(?!\s*[{=:])))(?<=^[ \t]{0,200}[a-z]+)`,
  "gm",
);

/** Names at whose start the grammar sees an operator, even on a new line: `in1.close()`. */
const OPERATOR_AS_NAME = /\b(?:in|is|as)(?=\d)/g;

/**
 * Any other name of the same length works, also in strings and comments, because names are read from the
 * original text.
 */
function wordsAsNames(text: string): string {
  return [MODIFIER_AS_NAME, DYNAMIC_AS_NAME, ACCESSOR_AS_NAME, OPERATOR_AS_NAME].reduce(
    (changed, words) => changed.replace(words, (word) => `_${word.slice(1)}`),
    text,
  );
}

/**
 * Replacements for modifiers that are also names. After an annotation, the grammar prefers to read `enum
 * class B` as an infix call.
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
 * `@A enum class B` → `@A open class B`, `actual constructor` → `public constructor`: a modifier that cannot
 * be a name. The actual one is read from the original text.
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
 * Outside classes, where expressions are also allowed, the grammar reads `@A @B class C` as an infix call,
 * and so it does `@A(1) fun f()` on one line. Keeps only the first annotation there, and its arguments only
 * if they are on a line of their own. Removes all annotations of an accessor that follows a property without
 * a type.
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
 * A head only contains whole strings: a keyword inside a string has a quotation mark or `${` before the next
 * brace.
 */
const CLASS_HEAD = /(?<![:.])\b(?:class|interface|object)\b(?:[^\n{}"$]|"[^\n{}"$]{0,200}"){0,300}\{/g;
const LINE_CHARS = 400;

/**
 * `class A { fun f() {} }` → `class A { fun f() {};}`: the grammar requires a terminator after the last
 * member of a class.
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

/** Offset of the closing brace; null if it is not on this line. */
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

/** Removes context receivers: `context(Logger) fun log()`. */
function withoutContexts(text: string): string {
  return text.replace(CONTEXT, blank);
}

/** A guard, up to the first arrow outside brackets. */
const GUARD = new RegExp(
  String.raw`((?:^|[{;])[ \t]*)(!?is[ \t][^\n{}]{1,200}?|!?in[ \t][^\n{}]{1,200}?|[\w.]{1,200})([ \t]{1,20})if\b(?=(?:[^\n(){}-]|${BRACKETED}|-(?!>)){1,400}->)`,
  "gm",
);

/**
 * Turns guards into conditions: `is B if ready ->` → `is B , ready ->`, and `else if ready ->` → `1111 ,
 * ready ->`.
 */
function guardsAsConditions(text: string): string {
  return text.replace(
    GUARD,
    (_, before: string, condition: string, gap: string) =>
      `${before}${condition === "else" ? "1111" : condition}${gap}, `,
  );
}
