/**
 * Adds a property to an object in JSON with comments. Existing text stays byte for byte: `modify` of
 * jsonc-parser also reformats the neighbours, or does not format the new property. Pure.
 */
import type { FormattingOptions, Node } from "jsonc-parser";

export interface Property {
  readonly key: string;
  readonly value: unknown;
  readonly layout: FormattingOptions;
}

/** The rest of a property's line: a comma, a comment. */
const REST_OF_LINE = /^([ \t]*)(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/;

/** Inserts after the last property; in an object on one line, on that line. */
export function insertProperty(text: string, object: Node, { key, value, layout }: Property): string {
  const last = object.children?.at(-1);
  const unit = layout.insertSpaces ? " ".repeat(layout.tabSize ?? 2) : "\t";
  const eol = layout.eol ?? "\n";
  if (!last) {
    const outer = indentAt(text, object.offset);
    const between = text.slice(object.offset + 1, object.offset + object.length - 1).trimEnd();
    return spliced(
      text,
      object.offset + 1,
      object.offset + object.length - 1,
      between + eol + written(key, value, { indent: outer + unit, unit, eol }) + eol + outer,
    );
  }
  const end = last.offset + last.length;
  const isOnOneLine = !text.slice(object.offset, last.offset).includes("\n");
  if (isOnOneLine) return spliced(text, end, end, `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const line = eol + written(key, value, { indent: indentAt(text, last.offset), unit, eol });
  const [rest, blanks = "", comma] = REST_OF_LINE.exec(text.slice(end)) ?? [];
  if (rest === undefined) return spliced(text, end, end, `,${line}`);
  if (comma === ",") return spliced(text, end + rest.length, end + rest.length, `${line},`);
  // The comma goes to the previous property, whose comment stays on its line.
  return spliced(
    spliced(text, end + rest.length, end + rest.length, line),
    end,
    end + blanks.length,
    `,${blanks}`,
  );
}

function written(
  key: string,
  value: unknown,
  { indent, unit, eol }: { readonly indent: string; readonly unit: string; readonly eol: string },
): string {
  return (
    indent + `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`.split("\n").join(eol + indent)
  );
}

/** Indentation of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function spliced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}
