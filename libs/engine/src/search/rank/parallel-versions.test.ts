import { describe, expect, it } from "vitest";
import { indexedTree } from "../../testing/codebase.ts";

/** A file with three functions, each saying `words`. */
function source(path: string, words: string, names = ["connect", "accept", "close"]): string {
  const functions = names.map(
    (name) => `/* ${words} */\nint uv_tcp_${name}(int socket) {\n  return socket;\n}\n`,
  );
  return `//- ${path}\n${functions.join("")}`;
}

const others = (folder: string, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `//- ${folder}/other${at}.c\nint other${at}(void) { return ${at}; }\n`,
  ).join("");

async function firstOf(tree: string, question: string): Promise<string | undefined> {
  await using codebase = await indexedTree(tree);
  const { results } = await codebase.search(question, { groupBy: "file" });
  return results[0]?.file;
}

const QUESTION = "stream sockets that connect and accept";
const WIN = source("src/win/tcp.c", "sockets accept, streams connect, twice");
const UNIX = source("src/unix/tcp.c", "sockets accept, or connect");

describe("of parallel versions, the one in the folder with more files is first", () => {
  it("although another has a few more words of the question", async () => {
    expect(await firstOf(WIN + UNIX + others("src/unix", 3), QUESTION)).toBe("src/unix/tcp.c");
    expect(await firstOf(WIN + UNIX + others("src/win", 3), QUESTION)).toBe("src/win/tcp.c");
  });

  it.each(["win", "windows", "Win"])("unless the question names a version: %s", async (name) =>
    expect(await firstOf(WIN + UNIX + others("src/unix", 3), `${QUESTION} on ${name}`)).toBe("src/win/tcp.c"),
  );

  it("unless they define other names: then they are different things of one kind", async () => {
    const orders = source("src/orders/tcp.c", "stream sockets that connect and accept", [
      "order",
      "pay",
      "send",
    ]);
    expect(await firstOf(orders + UNIX + others("src/unix", 3), QUESTION)).toBe("src/orders/tcp.c");
  });

  it("unless only the other has what the question quotes or spells out", async () => {
    const win = WIN.replace("twice", "socket is gone");
    expect(await firstOf(win + UNIX + others("src/unix", 3), `${QUESTION} "socket is gone"`)).toBe(
      "src/win/tcp.c",
    );
    const more = `${WIN}int OverlappedAccept(int socket) {\n  return socket;\n}\n`;
    expect(await firstOf(more + UNIX + others("src/unix", 3), `${QUESTION} OverlappedAccept`)).toBe(
      "src/win/tcp.c",
    );
  });

  it("unless it is no part of the program", async () =>
    expect(
      await firstOf(WIN + UNIX.replace("src/unix", "src/vendor") + others("src/vendor", 3), QUESTION),
    ).toBe("src/win/tcp.c"));

  it("unless one answers much better", async () => {
    const unix = UNIX.replaceAll("sockets accept, or connect", "something else");
    expect(await firstOf(WIN + unix + others("src/unix", 3), QUESTION)).toBe("src/win/tcp.c");
  });

  it("in the order of their scores", async () => {
    await using codebase = await indexedTree(WIN + UNIX + others("src/unix", 3));
    const { results } = await codebase.search(QUESTION, { groupBy: "file", debug: true });
    const scores = results.map(({ score = Number.NaN }) => score);
    expect([...scores].sort((left, right) => right - left)).toEqual(scores);
  });
});
