/**
 * The notice before files of a codebase are sent to a remote embedder for the first time: how many files, and
 * to which host. It appears once per codebase and host, which a file in the index folder records, and blocks
 * nothing.
 */
import { isIP } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { UploadNotice } from "@satori/contracts";
import { INDEX_FILES } from "../../codebase/home/home.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { EngineError } from "../../errors.ts";
import type { CodebaseSettings } from "../../model/run.ts";
import { FILE_KIND } from "../../model/manifest.ts";
import { writePrivateFile } from "../../disk/private-files.ts";
import { openRules } from "../../scan/rules.ts";
import { findExcludedSecrets } from "../../codebase/excluded-secrets.ts";
import type { Action } from "./answers.ts";

/**
 * The notice; null if nothing is uploaded, if it appeared before, or if the tree cannot be scanned, which the
 * run will report. Throws `CANCELLED`.
 */
export async function uploadNotice(
  { context, codebase, call }: Action,
  settings: CodebaseSettings,
): Promise<UploadNotice | null> {
  const { embedder, config, clock } = context;
  const host = remoteHost(embedder);
  if (embedder === null || host === null || hostsTold(codebase.folder).includes(host)) return null;
  try {
    const { policy } = openRules(codebase.root, settings, config.home);
    const { folders } = await context.walk({
      root: codebase.root,
      rules: () => policy.rootScope(),
      previous: new Map(),
      trustsVerdicts: false,
      maxFileBytes: config.maxFileBytes,
      nowMs: clock.nowMs(),
      signal: call.signal,
    });
    const files = folders.reduce(
      (sum, { manifest }) => sum + manifest.kinds.filter((kind) => kind === FILE_KIND).length,
      0,
    );
    return {
      provider: embedder.provider,
      host,
      files,
      secrets: findExcludedSecrets(folders.map(({ manifest }) => manifest)),
    };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === "CANCELLED") throw error;
    return null;
  }
}

/**
 * Records that the notice appeared. The index folder must exist. If the file cannot be written, the notice
 * appears again.
 */
export function rememberUpload(folder: string, { host }: UploadNotice): void {
  try {
    writePrivateFile(
      join(folder, INDEX_FILES.upload),
      `${JSON.stringify({ hosts: [...hostsTold(folder), host] })}\n`,
    );
  } catch {
    // The notice appears again with the next run.
  }
}

function hostsTold(folder: string): readonly unknown[] {
  try {
    const { hosts } = JSON.parse(readFileSync(join(folder, INDEX_FILES.upload), "utf8")) as {
      readonly hosts?: unknown;
    };
    return Array.isArray(hosts) ? hosts : [];
  } catch {
    return [];
  }
}

/** Host of a remote embedder; null for the built-in one and for services on this machine. */
function remoteHost(embedder: Embedder | null): string | null {
  const host = embedder?.host;
  if (host === undefined) return null;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "");
  const isLoopback =
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    (isIP(name) === 4 && name.startsWith("127."));
  return isLoopback ? null : host;
}
