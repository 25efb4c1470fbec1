/** Maps ascending offsets to line numbers. Pure. */

/**
 * Returns a function that maps an offset to its line; its calls must have ascending offsets. @param first
 * number of the text's first line
 */
export function lineCounter(text: string, first = 1): (offset: number) => number {
  let line = first;
  let lineEnd = text.indexOf("\n");
  return (offset) => {
    for (; lineEnd !== -1 && lineEnd < offset; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
    return line;
  };
}
