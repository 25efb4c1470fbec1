import {
  matchReader,
  relativeName,
  shownMatches,
  type ReadFile,
} from "../../../libs/engine/src/text-search/ripgrep/read-matches.ts";
import {
  complaintOf,
  isAside,
  queryProblem,
  tooLargePath,
  unreadablePath,
} from "../../../libs/engine/src/text-search/ripgrep/notices.ts";
import { decodeWindows1252 } from "../../../libs/engine/src/contents/decode.ts";
import { InputReader, bufferOf, fuzzTarget } from "../target.ts";

export default fuzzTarget({
  checks:
    "ripgrep about files with any name and line: every match is told with its line and a column in it, " +
    "notices never throw",
  dictionary: [
    "rg: ./a: Permission denied (os error 13)",
    "rg: regex parse error:\n",
    "error: ",
    "DEBUG|ignore::walk|x:1: ignoring ./a: 12 bytes",
    "\ud83d\ude80",
    "\\",
    '"',
  ],
  run(input) {
    const reader = new InputReader(input);
    const [start, context, encoding] = [
      reader.byte(),
      reader.byte() % 3,
      reader.choice(["utf-8", "windows-1252"] as const),
    ];
    const [name, query] = [reader.line(), reader.line()];
    const line = bufferOf(reader.rest());
    const shown = line.subarray(0, line.indexOf(10) === -1 ? line.length : line.indexOf(10));
    const content = `before\n${encoding === "utf-8" ? shown.toString() : decodeWindows1252(shown)}\n`;
    const files: ReadFile[] = [];
    const matches = matchReader(
      (path) => path,
      (file) => files.push(file),
    );
    for (const message of messages(name, line, start)) matches.read(Buffer.from(JSON.stringify(message)));
    if (files.length !== 1 || files[0]?.path !== relativeName(name) || files[0].count !== 1)
      throw new Error(
        `Of ${JSON.stringify(name)} ripgrep tells ${JSON.stringify(files.map(({ path }) => path))}`,
      );
    for (const { line: number, column, text } of files.flatMap(
      (file) =>
        shownMatches(file, { encoding, text: () => content }, { contextLines: context, maxMatches: 10 })
          .matches,
    ))
      if (number !== 2 || column < 1 || text.length > 502)
        throw new Error(`Line ${number}, column ${column}, ${text.length} characters`);
    const notices = line.toString().split("\n");
    for (const notice of notices) void [unreadablePath(notice), tooLargePath(notice), isAside(notice)];
    complaintOf(notices);
    queryProblem(notices, query);
  },
});

/** Messages in ripgrep's format: text if it is UTF-8, otherwise base64. */
function messages(name: string, line: Buffer, start: number): readonly object[] {
  const data = (bytes: Buffer): object =>
    Buffer.from(bytes.toString()).equals(bytes)
      ? { text: bytes.toString() }
      : { bytes: bytes.toString("base64") };
  const path = { text: name };
  const shown = line.subarray(0, line.indexOf(10) === -1 ? line.length : line.indexOf(10));
  return [
    { type: "begin", data: { path } },
    {
      type: "context",
      data: { path, lines: { text: "before\n" }, line_number: 1, absolute_offset: 0, submatches: [] },
    },
    {
      type: "match",
      data: {
        path,
        lines: data(Buffer.concat([shown, Buffer.from("\n")])),
        line_number: 2,
        absolute_offset: 7,
        submatches: [
          { match: { text: "" }, start: Math.min(start, shown.length), end: Math.min(start, shown.length) },
        ],
      },
    },
    { type: "end", data: { path, binary_offset: null, stats: {} } },
  ];
}
