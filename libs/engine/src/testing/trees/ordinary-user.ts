/**
 * Tests of what permissions forbid. Nothing is forbidden to the superuser, who runs tests in containers: for
 * such a test the process takes on another user.
 */
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";

/** `nobody` on most systems; any user but the superuser does. */
const ORDINARY_USER = 65_534;

/**
 * A test whose body runs as a user whom permissions bind. Its files have to be made in the body, so that they
 * are this user's; what it registers with `onTestFinished` runs as whoever runs the tests. Where no such user
 * can be taken on it is skipped, and its name says why.
 */
export function itAsOrdinaryUser(name: string, body: () => void | Promise<void>): void {
  const obstacle = obstacleOf();
  it.skipIf(obstacle !== null)(obstacle === null ? name : `${name} (skipped: ${obstacle})`, () =>
    asOrdinaryUser(body),
  );
}

function obstacleOf(): string | null {
  if (process.platform === "win32") return "Windows binds nobody by the permissions of a file";
  if (process.geteuid?.() !== 0) return null;
  try {
    process.seteuid?.(ORDINARY_USER);
  } catch {
    return "the superuser cannot become another user here";
  }
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), "satori-test-")));
    return null;
  } catch {
    return "other users cannot write temporary files here";
  } finally {
    process.seteuid?.(0);
  }
}

async function asOrdinaryUser(body: () => void | Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return body();
  process.seteuid?.(ORDINARY_USER);
  try {
    await body();
  } finally {
    process.seteuid?.(0);
  }
}
