/** The minimal server over stdio: answers each request with the recorded line for its method. */
import { readFileSync } from "node:fs";

const answers = JSON.parse(readFileSync(process.argv[2], "utf8"));
let rest = "";
process.stdin.setEncoding("utf8").on("data", (part) => {
  const lines = (rest + part).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const answer = answers[JSON.parse(line).method];
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  }
});
