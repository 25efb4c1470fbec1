/** Text answers about one file: `file_outline`, `read_file` and `workspace_read`. Pure. */
import type {
  FileOutlineOk,
  HeadFieldValues,
  ReadFileOk,
  WithArguments,
  WorkspaceReadResult,
} from "@satori/contracts";
import { renderOutline } from "../outline.ts";
import { AGENT_VIEW } from "./agent-view.ts";
import { commonFields, joinBlocks, messageLines, nextLines, type TextParts } from "./text-parts.ts";

/** Encoding of most files, which a head does not name. */
const USUAL_ENCODING = "utf-8";

export function outlineText(answer: WithArguments<FileOutlineOk>): TextParts {
  const { file, outline, hasMore, encoding, hints = {} } = answer;
  return {
    head: {
      file,
      symbols: outline.symbols.length,
      more: hasMore ? true : undefined,
      ...encodingField(encoding),
      ...commonFields(answer),
    },
    body: joinBlocks([
      messageLines(answer),
      renderOutline(outline.symbols, AGENT_VIEW),
      nextLines([hints.fileOutline, hints.readFile]),
    ]),
    additions: [],
  };
}

/**
 * The body is the file's text, byte for byte. What else there is to say is in the head, or in a second text,
 * which no file can forge.
 */
export function readText(answer: WithArguments<ReadFileOk>): TextParts {
  const { file, content, startLine, endLine, totalLines, truncated, encoding, symbol, hints = {} } = answer;
  const { outlineStatus, outline, hasMore } = answer;
  const { path: _path, ...common } = commonFields(answer);
  const additions = joinBlocks([
    messageLines(answer),
    outlineStatus === undefined
      ? []
      : [
          `outline: ${outlineStatus}${hasMore === true ? ", more" : ""}`,
          ...renderOutline(outline?.symbols ?? [], AGENT_VIEW),
        ],
    nextLines([hints.continue]),
  ]);
  return {
    head: {
      file,
      lines: `${startLine}-${endLine}`,
      total: totalLines,
      truncated: truncated ? true : undefined,
      ...encodingField(encoding),
      symbol: symbol?.symbolLabel,
      symbolId: symbol?.symbolId,
      ...common,
    },
    body: content,
    additions: additions === "" ? [] : [additions],
  };
}

/** Like `readText`. */
export function workspaceReadText({
  repo,
  path,
  content,
  start_line,
  end_line,
  total_lines,
  next_start_line,
  encoding,
  notes = [],
}: WorkspaceReadResult): TextParts {
  const additions = notes.map((note) => AGENT_VIEW.wording.sentence(note));
  return {
    head: {
      repo,
      file: path,
      lines: `${start_line}-${end_line}`,
      total: total_lines,
      next_start_line,
      ...encodingField(encoding),
    },
    body: content,
    additions: additions.length === 0 ? [] : [additions.join("\n")],
  };
}

function encodingField(encoding: string | undefined): HeadFieldValues {
  return encoding === undefined || encoding === USUAL_ENCODING ? {} : { encoding };
}
