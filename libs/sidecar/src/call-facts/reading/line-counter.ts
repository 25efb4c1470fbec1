/** Lines of offsets that are asked for in their order. Pure. */

/** @param first number of the text's first line; each offset has to be that of the one before or behind it */
export function lineCounter(text: string, first = 1): (offset: number) => number {
  let line = first;
  let lineEnd = text.indexOf("\n");
  return (offset) => {
    for (; lineEnd !== -1 && lineEnd < offset; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
    return line;
  };
}
