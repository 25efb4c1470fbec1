/**
 * Tests of file permissions. These do not bind the superuser, who runs tests in containers, so the process
 * switches to another user for such a test.
 */
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";

/** `nobody` on most systems; any user except the superuser works. */
const ORDINARY_USER = 65_534;

/**
 * Defines a test whose body runs as an ordinary user. The body must create its own files, so that this user
 * owns them; callbacks registered with `onTestFinished` run as the original user. If the process cannot
 * switch users, the test is skipped and its name says why.
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
