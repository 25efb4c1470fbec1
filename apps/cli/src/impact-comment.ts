/**
 * `satori impact-comment`: in CI, posts what a pull or merge request affects as one comment, and keeps that
 * comment up to date. `integrations/` has the job for GitHub and the one for GitLab. `bin/satori.js` starts
 * it without loading the rest of the command line, which uses no network.
 */
import { fileURLToPath } from "node:url";
import { readCommentOptions } from "./impact-comment/options.ts";
import { commentOnRequest } from "./impact-comment/comment-on-request.ts";

const USAGE_ERROR = 2;
const SATORI = fileURLToPath(new URL("../bin/satori.js", import.meta.url));

const options = readCommentOptions(process.argv.slice(3));
if ("problem" in options) {
  process.stderr.write(`error INVALID_ARGUMENTS: ${options.problem}\n`);
  process.exitCode = USAGE_ERROR;
} else {
  process.exitCode = await commentOnRequest({
    options,
    environment: process.env,
    satori: [process.execPath, SATORI],
    write: (text) => void process.stdout.write(text),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  });
}
