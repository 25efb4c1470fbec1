import { expect, it } from "vitest";
import { Repository } from "../symbol-history/testing/repository.ts";
import { fileLog, rangeLog } from "./file-log.ts";

const LIMITS = { timeoutMs: 10_000 };

/** Three commits of a file, a minute apart. */
function repository(): { readonly history: Repository; readonly ids: readonly string[] } {
  const history = new Repository();
  return { history, ids: ["one", "two", "three"].map((text) => history.commit(text, { "a.txt": text })) };
}

it("a log has no commit before its date, and none of the excluded ones", async () => {
  const { history, ids } = repository();
  using _ = history;
  const [first = "", second = "", tip = ""] = ids;
  const log = async (range: { exclude?: string; since?: number }): Promise<readonly string[]> => [
    ...(await fileLog(history.root, { tip, path: "a.txt", max: 9, ...range }, LIMITS)).commits.keys(),
  ];
  const since = Number(history.git("log", "-1", "--format=%ct", second));
  expect(await log({})).toEqual([tip, second, first]);
  expect(await log({ since })).toEqual([tip, second]);
  expect(await log({ since, exclude: second })).toEqual([tip]);
});

it("the log of a range says whether there are more commits", async () => {
  const { history, ids } = repository();
  using _ = history;
  const [first = "", second = "", tip = ""] = ids;
  const log = async (max: number, exclude?: string): Promise<readonly [readonly string[], boolean]> => {
    const { commits, isCut } = await rangeLog(history.root, { tip, exclude, max }, LIMITS);
    return [commits.map(({ id }) => id), isCut];
  };
  expect(await log(2)).toEqual([[tip, second], true]);
  expect(await log(3)).toEqual([[tip, second, first], false]);
  expect(await log(2, first)).toEqual([[tip, second], false]);
  expect(await log(1, first)).toEqual([[tip], true]);
});
