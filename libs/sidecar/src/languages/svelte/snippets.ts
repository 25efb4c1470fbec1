/**
 * Finds Svelte's snippets, which are functions with markup as body, and shows them to the parser as such:
 *
 *     <List>{#snippet row(item)}{item}{/snippet}</List>
 *     ;{    ;function row(item){[item]}         }
 *
 * A snippet is visible in the element around it, hence the block. Pure, linear time.
 */
import { blank } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import type { CodePart } from "../../language.ts";
import { braces } from "../embedded/template-expressions.ts";

const HEAD = /^#snippet(\s+[A-Za-z_$][^]*\))\s*$/;
const END = /^\/snippet\s*$/;
const TAG = /<(\/?)([A-Za-z][\w:.-]*)/g;

interface Tag {
  readonly start: number;
  readonly name: string;
  readonly isClosing: boolean;
}

/** An element that is not closed yet. */
interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** Whether a snippet is directly inside. */
  hasSnippet: boolean;
}

/**
 * The heads and ends of snippets, and the blocks of the elements directly around them, sorted by start. A
 * snippet without end is left out.
 *
 * @param parts the template without scripts, styles and comments, sorted by start
 */
export function snippetCode(text: string, parts: readonly TextRange[]): CodePart[] {
  const found: CodePart[] = [];
  const heads: CodePart[] = [];
  const elements = new Elements();
  for (const part of parts) {
    const tags = tagsOf(text, part);
    let next = 0;
    for (const { start, end } of braces(text, part)) {
      for (let tag = tags[next]; tag && tag.start < start; tag = tags[++next]) elements.take(tag);
      // Text in braces is no markup.
      while ((tags[next]?.start ?? end) < end) next++;
      const inside = text.slice(start, end);
      const head = HEAD.exec(inside)?.[1];
      if (head !== undefined) {
        heads.push({ start: start - 1, end: end + 1, code: `;function${inside.slice("#snippet".length)}{` });
        elements.markSnippet();
      } else if (END.test(inside)) {
        const opening = heads.pop();
        if (opening) found.push(opening, { start: start - 1, end: end + 1, code: `}${blank(inside)} ` });
      }
    }
    for (const tag of tags.slice(next)) elements.take(tag);
  }
  return [...found, ...elements.blocks].sort((left, right) => left.start - right.start);
}

function tagsOf(text: string, { start, end }: TextRange): Tag[] {
  return [...text.slice(start, end).matchAll(TAG)].map(({ index, 1: slash, 2: name = "" }) => ({
    start: start + index,
    name,
    isClosing: slash === "/",
  }));
}

/** Follows the nesting of elements. An element that is never closed ends with the element around it. */
class Elements {
  /** Blocks around snippets. */
  readonly blocks: CodePart[] = [];
  private readonly open: OpenElement[] = [];
  private readonly openNames = new Map<string, number>();

  take({ start, name, isClosing }: Tag): void {
    const count = this.openNames.get(name) ?? 0;
    if (!isClosing) {
      this.openNames.set(name, count + 1);
      this.open.push({ name, start, hasSnippet: false });
      return;
    }
    if (count === 0) return;
    let hasSnippet = false;
    for (let element = this.open.pop(); element; element = this.open.pop()) {
      this.openNames.set(element.name, (this.openNames.get(element.name) ?? 1) - 1);
      // A snippet after `<br>` is inside the element around it.
      hasSnippet ||= element.hasSnippet;
      if (element.name !== name) continue;
      if (hasSnippet)
        this.blocks.push(
          { start: element.start, end: element.start + 2, code: ";{" },
          { start, end: start + 1, code: "}" },
        );
      return;
    }
  }

  markSnippet(): void {
    const innermost = this.open.at(-1);
    if (innermost) innermost.hasSnippet = true;
  }
}
