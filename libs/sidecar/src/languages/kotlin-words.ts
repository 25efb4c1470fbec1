/** What the grammar of Kotlin takes for something else, or does not know, written so that it understands. As long a text. Pure. */
import { blank } from "../blank.ts";

export function rewriteWords(text: string): string {
  return guardsAsConditions(withoutContexts(modifiersAsModifiers(wordsAsNames(text))));
}

/** What is inside of round brackets. */
const BRACKETED = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\)){0,200}\)){0,400}\)`;

const MODIFIERS = "abstract|crossinline|external|final|infix|inline|internal|lateinit|noinline|open|override|private|protected|public|sealed|suspend|tailrec|vararg";

/** What follows a name, but no modifier. Parentheses also stand in `suspend(Int) -> Unit`, a type. */
const BEHIND_NAME = String.raw`(?=[ \t]*(?:[={}:;,.)[\]+*%<>!?&|]|-|\/(?![/*]))|[ \t]+(?:as|is|in)\b|${BRACKETED}(?!\s*->))`;

/** `open = true`, `internal.close()`, `f(suspend = true)`. */
const MODIFIER_AS_NAME = new RegExp(String.raw`\b(?:${MODIFIERS})${BEHIND_NAME}`, "g");

/** Any but the type (`x: dynamic`, `List<dynamic>`). */
const DYNAMIC_AS_NAME = /\bdynamic\b(?<!(?:[:<]|\b(?:as|is)\s)\s{0,20}dynamic)(?![ \t]*>)/g;

/** At the start of a line, where behind a declared variable the grammar takes them for a part of that: an accessor, a delegate, a constraint. */
const ACCESSOR_AS_NAME = new RegExp(String.raw`\b(?:(?:get|set|by|where)(?=[ \t]*(?:[=.[?]|!!|[-+*/%]=))|get(?=\([^)])|set(?=\([^()]*,\s*[^\s)]|${BRACKETED}(?!\s*[{=:])))(?<=^[ \t]{0,200}[a-z]+)`, "gm");

/** Any other name of its length will do, also in strings and comments: what something is called is read from the text itself. */
function wordsAsNames(text: string): string {
  return [MODIFIER_AS_NAME, DYNAMIC_AS_NAME, ACCESSOR_AS_NAME].reduce((changed, words) => changed.replace(words, (word) => `_${word.slice(1)}`), text);
}

/** Modifiers that are names too: behind an annotation the grammar rather reads `enum class B` as an infix call. */
const PLAIN_MODIFIERS: Readonly<Record<string, string>> = {
  actual: "public", annotation: "open final", const: "final", data: "open", enum: "open", expect: "public", infix: "final", operator: "external", value: "final",
};

const ANNOTATION = String.raw`@(?:[\w.:]+(?:${BRACKETED})?|\[[^\]]*\])`;
const GAP = String.raw`(?:\s|\/\/.*$|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/)+`;
const ANNOTATED = new RegExp(String.raw`^([ \t]*(?:${ANNOTATION}${GAP}){1,20})((?:[a-z]+\s+){1,10})(?=(?:class|fun|interface|object|typealias|val|var)\b)`, "gm");

/** `@A enum class B` → `@A open class B`: one that is no name. Which it was is read from the text itself. */
function modifiersAsModifiers(text: string): string {
  return text.replace(ANNOTATED, (_, annotations: string, modifiers: string) => annotations + modifiers.replace(/[a-z]+/g, (word) => PLAIN_MODIFIERS[word] ?? word));
}

const CONTEXT = new RegExp(String.raw`^[ \t]*context[ \t]*(?=\(\s*\w)${BRACKETED}(?=\s*(?:@|(?:[a-z]+\s+)*(?:class|fun|interface|object|val|var)\b))`, "gm");

/** `context(Logger) fun log()` */
function withoutContexts(text: string): string {
  return text.replace(CONTEXT, blank);
}

/** Up to the first arrow that is in no brackets. */
const GUARD = new RegExp(String.raw`((?:^|[{;])[ \t]*)(!?is[ \t][^\n{}]{1,200}?|!?in[ \t][^\n{}]{1,200}?|[\w.]{1,200})([ \t]{1,20})if\b(?=(?:[^\n(){}-]|${BRACKETED}|-(?!>)){1,400}->)`, "gm");

/** `is B if ready ->` → `is B , ready ->`, and `else if ready ->` → `1111 , ready ->`. */
function guardsAsConditions(text: string): string {
  return text.replace(GUARD, (_, before: string, condition: string, gap: string) => `${before}${condition === "else" ? "1111" : condition}${gap}, `);
}
