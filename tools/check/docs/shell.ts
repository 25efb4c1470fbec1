/**
 * Splits a shell command line into simple commands. Supports what documents use: quotes, pipes, lists,
 * substitutions, comments. Pure.
 */

/**
 * Words of each command, without quotes, leading assignments and redirections. Commands are in the order in
 * which they end.
 */
export function commandsIn(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  readCommands(line, 0, commands);
  return commands.map(withoutAssignments).filter((words) => words.length > 0);
}

/** Reads to the end, or to the `)` that ends a substitution; returns the position where it stopped. */
function readCommands(line: string, from: number, commands: string[][]): number {
  let words: string[] = [];
  const end = (): void => {
    commands.push(words);
    words = [];
  };
  let at = from;
  while (at < line.length) {
    const rest = line.slice(at);
    const operator = /^(?:\|\|?|&&?|;)/.exec(rest)?.[0];
    const redirection = /^\d*[<>]{1,2}(?!\()(?:&\d|\s*[^\s;|&)]+)/.exec(rest)?.[0];
    if (/^\s/.test(rest)) at++;
    else if (rest.startsWith("#")) break;
    else if (rest.startsWith(")")) {
      at++;
      break;
    } else if (operator) {
      end();
      at += operator.length;
    } else if (redirection) at += redirection.length;
    else {
      const word = readWord(line, at, commands);
      words.push(word.text);
      at = word.end;
    }
  }
  end();
  return at;
}

/** Reads one word. Commands substituted in it are added to `commands`, and become `…` in its text. */
function readWord(
  line: string,
  from: number,
  commands: string[][],
): { readonly text: string; readonly end: number } {
  let text = "";
  let quote = "";
  let at = from;
  while (at < line.length) {
    const character = line[at] as string;
    if (quote !== "'" && /^[$<]\(/.test(line.slice(at))) {
      at = readCommands(line, at + 2, commands);
      text += "…";
    } else if (quote === "" && /[\s;|&)<>]/.test(character)) break;
    else {
      if (character === quote) quote = "";
      else if (quote === "" && (character === '"' || character === "'")) quote = character;
      else if (character === "\\" && quote !== "'") text += line[++at] ?? "";
      else text += character;
      at++;
    }
  }
  return { text, end: at };
}

function withoutAssignments(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first === -1 ? [] : words.slice(first);
}
