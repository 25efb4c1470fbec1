/**
 * Cuts tests off from the git settings of whoever runs them: their ignore rules must not decide about the
 * trees of tests.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";

const NOWHERE = join(tmpdir(), "satori-test-none");

Object.assign(process.env, {
  XDG_CONFIG_HOME: NOWHERE,
  GIT_CONFIG_GLOBAL: join(NOWHERE, "config"),
  GIT_CONFIG_NOSYSTEM: "1",
});
