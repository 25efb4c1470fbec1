/** Findings about file watching: whether servers will notice changes. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { WatchFacts } from "../facts.ts";
import { fine, warning } from "../finding.ts";

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
