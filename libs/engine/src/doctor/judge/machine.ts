/** Findings about Node.js, external programs and file watches. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { ProgramFact, WatchFacts } from "../facts.ts";
import { fine, problem, warning } from "../finding.ts";

/** The oldest supported version, as in `engines` of each package. */
export const LEAST_NODE = { major: 20, minor: 19 } as const;

export function judgeNode({
  version,
  platform,
  arch,
}: {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
}): DoctorFinding {
  const [, major = 0, minor = 0] = (/^v?(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const found = `${version.replace(/^v/, "")} on ${platform}-${arch}`;
  const isNewEnough = major > LEAST_NODE.major || (major === LEAST_NODE.major && minor >= LEAST_NODE.minor);
  return isNewEnough
    ? fine({ id: "node.version", found })
    : problem({
        id: "node.version",
        found,
        fix: `install Node.js ${LEAST_NODE.major}.${LEAST_NODE.minor} or newer`,
      });
}

/** @param platform platform in the name of the package with the binary */
export function judgeRipgrep(ripgrep: ProgramFact | null, platform: string): DoctorFinding {
  if (ripgrep)
    return fine({
      id: "ripgrep.binary",
      found: `${ripgrep.version}, ${ripgrep.path.includes("@vscode") ? "installed along" : ripgrep.path}`,
    });
  return problem({
    id: "ripgrep.binary",
    found: "not found: grep, search_text and smart_search do not work",
    fix:
      `install the package @vscode/ripgrep-${platform} (npm ci without --omit=optional), or put rg on ` +
      "PATH",
  });
}

export function judgeGit(git: ProgramFact | null): DoctorFinding {
  if (git) return fine({ id: "git.binary", found: git.version });
  return warning({
    id: "git.binary",
    found: "not found: searches do not boost files with uncommitted changes",
    fix: "install git",
  });
}

// Findings about file watching: whether servers will notice changes. Pure.

/** Share of the limit available to Satori: other programs of the user watch files too. */
const OWN_SHARE = 0.8;
/** Each server takes one instance, and so does every editor and build that watches files. */
const LEAST_INSTANCES = 16;

export function judgeWatch({
  platform,
  isOn,
  maxWatches,
  maxInstances,
  folders,
}: WatchFacts): readonly DoctorFinding[] {
  const id = "watch.limits";
  if (!isOn)
    return [fine({ id, found: "watching is off (SATORI_WATCH=0): servers compare with the disk by age" })];
  if (platform === "darwin" || platform === "win32")
    return [fine({ id, found: "the system watches a whole tree with one handle" })];
  if (maxWatches === null)
    return [fine({ id, found: `${folders} folders to watch; the system reports no limit` })];
  const found = `${folders} folders to watch, and the system allows ${maxWatches}`;
  const tooFew = folders > maxWatches * OWN_SHARE;
  const watches = tooFew
    ? warning({
        id,
        subject: "max_user_watches",
        found,
        fix:
          `sudo sysctl fs.inotify.max_user_watches=${roomFor(folders)} (and a line in /etc/sysctl.d to ` +
          "keep it), or set SATORI_WATCH=0",
      })
    : fine({ id, subject: "max_user_watches", found });
  if (maxInstances === null || maxInstances >= LEAST_INSTANCES) return [watches];
  return [
    watches,
    warning({
      id,
      subject: "max_user_instances",
      found: `the system allows ${maxInstances} watching programs per user`,
      fix: "sudo sysctl fs.inotify.max_user_instances=128",
    }),
  ];
}

/** A power of two with room for twice as many folders. */
function roomFor(folders: number): number {
  return 2 ** Math.ceil(Math.log2(folders * 2));
}
