/** Findings about Node.js and external programs. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { ProgramFact } from "../facts.ts";
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
