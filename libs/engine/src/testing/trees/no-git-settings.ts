/** Hides the user's git settings from tests: a user's ignore rules must not affect the trees of tests. */
import { tmpdir } from "node:os";
import { join } from "node:path";

const NOWHERE = join(tmpdir(), "satori-test-none");

Object.assign(process.env, {
  XDG_CONFIG_HOME: NOWHERE,
  GIT_CONFIG_GLOBAL: join(NOWHERE, "config"),
  GIT_CONFIG_NOSYSTEM: "1",
});
