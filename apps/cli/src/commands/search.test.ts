import { expect, test } from "vitest";
import { questionOf } from "./search.ts";

test.each<[readonly string[], string]>([
  [["two", "words"], "two words"],
  [["must:no reactor running", "panic"], 'must:"no reactor running" panic'],
  [
    ["lang:rust", "-path:old code/**", 'exclude:say "no"', "panic"],
    String.raw`lang:rust -path:"old code/**" exclude:"say \"no\"" panic`,
  ],
  [['must:"no reactor"', "panic"], 'must:"no reactor" panic'],
  // A whole question, quoted for the shell.
  [["must:reactor panic when it runs"], "must:reactor panic when it runs"],
  [["where is", "the lock taken"], "where is the lock taken"],
])("the words of a question are put together: %j", (words, question) => {
  expect(questionOf(words)).toBe(question);
});
