import { expect, it } from "vitest";
import { fakeSnapshot } from "../../testing/fakes/fake-snapshot.ts";
import { expandTerms } from "./expand-terms.ts";
import { parseQuestion, type Question } from "./question.ts";
import { ALIKE_PHRASES, ALIKE_WORDS } from "./terms.ts";

const SNAPSHOT = fakeSnapshot([
  {
    path: "a.ts",
    texts: [
      "csrf(token); signup(); roll_back(); admin(); throttle(); ssrf();\n",
      "csrf(); sign(up); limit(many, requests)\n",
      "csrf(); delete(entry)\n",
    ],
  },
]);

const expanded = (text: string): Promise<Question> => expandTerms(parseQuestion(text), SNAPSHOT);

it.each([
  [
    "initials of several words",
    "prevent cross site request forgery",
    [["cross site request forgery", "csrf"]],
  ],
  ["a verb with its particle", "where can people sign up", [["sign up", "signup"]]],
  ["a phrase", "what if there are too many requests", [["too many requests", "limit throttl"]]],
  ["a word written with an underscore", "rollback of entries", [["rollback", "roll back"]]],
  ["an abbreviation", "requests of an administrator", [["administrator", "admin"]]],
  ["a verb that means the same", "erase an entry", [["erase", "delet"]]],
])("code says it in another way: %s", async (_, text, expected) => {
  const { expansions = [] } = await expanded(text);
  expect(expansions.map(({ words, tokens }) => [words, tokens.join(" ")])).toEqual(expected);
});

it.each([
  ["words that the code has", "delete entry"],
  ["words without any likeness in the code", "the colour of clouds"],
  ["initials that occur by chance", "some small repository folders"],
  ["a message", 'Error: too many requests for "x" at line 12'],
])("a question stays as it is: %s", async (_, text) => {
  const question = parseQuestion(text);
  expect((await expandTerms(question, SNAPSHOT)).expansions).toBeUndefined();
});

const TREES = fakeSnapshot([{ path: "a.ts", texts: ["checkout(worktree); login(user); shutdown();\n"] }]);

it.each([
  ["check out the user", "check out", "user checkout"],
  ["a work-tree", "work tree", "worktre"],
  ["shut down", "shut down", "shutdown"],
])("words that are one word in the code are not missing: %s", async (text, words, tokens) => {
  const question = await expandTerms(parseQuestion(text), TREES);
  expect(question.expansions?.map((expansion) => expansion.words)).toEqual([words]);
  expect(question.distinctTokens.join(" ")).toBe(tokens);
});

it("words of asking that the code does not have are left out, unless there are no others", async () => {
  const tokens = async (text: string): Promise<string> =>
    (await expandTerms(parseQuestion(text), TREES)).distinctTokens.join(" ");
  expect(await tokens("show me references to user")).toBe("user");
  expect(await tokens("show me zebras")).toBe("zebra");
  expect(await tokens("show references")).toBe("show refer");
});

it("own words count more than those that were added", async () => {
  const { tokens } = await expanded("prevent cross site request forgery");
  const count = (token: string): number => tokens.filter((one) => one === token).length;
  expect([count("request"), count("csrf")]).toEqual([2, 1]);
});

it("no term stands for itself, and none is listed twice", () => {
  for (const [word, meant] of [...ALIKE_WORDS, ...ALIKE_PHRASES]) {
    expect(meant).not.toContain(word);
    expect(new Set(meant).size).toBe(meant.length);
  }
});
