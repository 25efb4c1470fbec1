/** Findings about the indexes. Pure. */
import { type DoctorFinding, counted, shortCommit, sizeText } from "@satori/contracts";
import type { IndexFact, IndexFacts, OrphanFact } from "../facts.ts";
import { fine, problem, quoted, warning } from "../finding.ts";

export function judgeIndexes({ indexes, orphans, problem: failure }: IndexFacts): readonly DoctorFinding[] {
  if (failure !== null)
    return [problem({ id: "index.state", found: failure, fix: "correct the permissions of SATORI_HOME" })];
  const nothing = indexes.length === 0 ? [fine({ id: "index.state", found: "nothing is indexed yet" })] : [];
  return [...nothing, ...indexes.flatMap(indexFindings), ...orphans.map(orphanFinding)];
}

function indexFindings(index: IndexFact): DoctorFinding[] {
  if (index.commit !== null) return commitFindings(index, index.commit);
  return [
    stateFinding(index),
    ...damageFinding(index),
    ...failureFinding(index),
    ...rootFinding(index),
    ...permissionFinding(index),
    ...lockFinding(index),
  ];
}

/**
 * Findings about the index of a commit. The next call that names the commit indexes it again if necessary.
 * The index of the folder has the finding about a folder that is gone.
 */
function commitFindings(index: IndexFact, commit: string): DoctorFinding[] {
  const name = shortCommit(commit);
  const subject = `commit ${name} of ${index.root}`;
  const remove = `satori clear ${quoted(index.root)} --at ${name}; the next use indexes the commit again`;
  return [
    commitState(index, subject, remove),
    ...damageFinding(index).map((finding) => ({ ...finding, subject, fix: remove })),
    ...permissionFinding(index).map((finding) => ({ ...finding, subject })),
  ];
}

function commitState(index: IndexFact, subject: string, remove: string): DoctorFinding {
  const { state, mismatched, failure } = index;
  const about = { id: "index.state", subject } as const;
  if (state === "indexed" || state === "sync_completed" || state === "indexing")
    return { ...stateFinding(index), subject };
  if (state === "requires_reindex")
    return fine({
      ...about,
      found:
        `does not match this configuration: differs in ${mismatched.join(", ")}; the next use indexes it again, ` +
        "once the codebase itself is up to date",
    });
  return warning({ ...about, found: `cannot be used: ${failure ?? "it is not complete"}`, fix: remove });
}

function stateFinding({
  root,
  state,
  files,
  chunks,
  sizeBytes,
  failure,
  hasCause,
  mismatched,
}: IndexFact): DoctorFinding {
  const id = "index.state";
  const subject = root;
  const size = `${counted(files, "file")}, ${counted(chunks, "chunk")}, ${sizeText(sizeBytes)}`;
  switch (state) {
    case "indexed":
    case "sync_completed":
      return fine({ id, subject, found: size });
    case "indexing":
      return fine({ id, subject, found: "is being indexed" });
    case "requires_reindex":
      return warning({
        id,
        subject,
        found: `does not match this configuration: differs in ${mismatched.join(", ")}; ${size}`,
        fix: `satori reindex ${quoted(root)}, or restore the setting`,
      });
    case "indexfailed":
      if (!hasCause)
        return warning({
          id,
          subject,
          found: `nothing is indexed yet: ${failure}`,
          fix: `satori index ${quoted(root)}`,
        });
      return problem({
        id,
        subject,
        found: `no complete index: ${failure ?? "its only run failed"}`,
        fix: `fix the cause, then satori index ${quoted(root)}`,
      });
    case "not_found":
      return warning({
        id,
        subject,
        found: "was started and is empty",
        fix: `satori index ${quoted(root)}, or satori clear ${quoted(root)}`,
      });
    case "newer":
      return problem({
        id,
        subject,
        found: `cannot be used: ${failure}`,
        fix: `use that version; or satori clear ${quoted(root)}, then satori index ${quoted(root)}`,
      });
    case "unopenable":
      return problem({
        id,
        subject,
        found: `cannot be opened: ${failure}`,
        fix: `satori clear ${quoted(root)}, then satori index ${quoted(root)}`,
      });
  }
}

/** Independent of the state: until a call reads the corrupt part, the index answers. */
function damageFinding({ root, state, damage, unchecked }: IndexFact): DoctorFinding[] {
  // An index that cannot be opened has its own finding.
  if (unchecked !== null && state !== "unopenable")
    return [
      problem({
        id: "index.file",
        subject: root,
        found: `its file cannot be checked for corruption: ${unchecked}`,
        fix: "check the disk of SATORI_HOME, then run this again",
      }),
    ];
  if (damage === null) return [];
  return [
    problem({
      id: "index.file",
      subject: root,
      found: `its file is corrupt: ${damage}`,
      fix: `satori index --force ${quoted(root)}`,
    }),
  ];
}

/** Left out if another finding reports the failure already. */
function failureFinding({ root, state, failure, hasCause }: IndexFact): DoctorFinding[] {
  if (failure === null || state === "indexfailed" || state === "newer" || state === "unopenable") return [];
  return [
    warning({
      id: "index.failure",
      subject: root,
      found: `the last run failed, the index before it answers: ${failure}`,
      fix: `${hasCause ? "fix the cause, then " : ""}satori reindex ${quoted(root)}`,
    }),
  ];
}

function rootFinding({ root, rootState, sizeBytes }: IndexFact): DoctorFinding[] {
  if (rootState === "folder") return [];
  const about = { id: "index.root", subject: root } as const;
  if (typeof rootState === "object" && "leadsTo" in rootState)
    return [
      warning({
        ...about,
        found:
          `the path now leads to ${rootState.leadsTo}, and so do searches; this index takes ` +
          `${sizeText(sizeBytes)}`,
        fix: `satori clear ${quoted(root)}; the other folder's index is not affected`,
      }),
    ];
  if (rootState !== "gone")
    return [
      warning({
        ...about,
        found: `the folder cannot be accessed (${rootState.code}): changes do not reach its index`,
        fix: `make ${quoted(root)} readable again (permissions, symbolic links, its disk)`,
      }),
    ];
  return [
    warning({
      ...about,
      found: `the folder does not exist; its index takes ${sizeText(sizeBytes)}`,
      fix: `satori clear ${quoted(root)}, unless the folder will come back`,
    }),
  ];
}

function permissionFinding({ root, folder, isWritable }: IndexFact): DoctorFinding[] {
  if (isWritable) return [];
  return [
    problem({
      id: "index.permissions",
      subject: root,
      found: `its folder ${folder} is not writable: changes do not reach it`,
      fix: `make ${quoted(folder)} writable (chown or chmod)`,
    }),
  ];
}

/** If no index answers, the fix is the one for that: a sync would be refused. */
function lockFinding(index: IndexFact): DoctorFinding[] {
  const { root, lock } = index;
  if (!lock) return [];
  if (lock.isAlive)
    return [
      fine({
        id: "index.lock",
        subject: root,
        found: `process ${lock.pid} has been writing since ${lock.since}`,
      }),
    ];
  return [
    warning({
      id: "index.lock",
      subject: root,
      found: `process ${lock.pid}, which had been writing since ${lock.since}, died; nothing is blocked`,
      fix: stateFinding(index).fix ?? `satori sync ${quoted(root)}`,
    }),
  ];
}

function orphanFinding({ folder, sizeBytes, claimedRoot }: OrphanFact): DoctorFinding {
  const why =
    claimedRoot === null
      ? "belongs to no codebase"
      : `claims to belong to ${claimedRoot}, but does not have its name`;
  return warning({
    id: "index.orphan",
    subject: folder,
    found: `${why}; ${sizeText(sizeBytes)}`,
    fix: `remove the folder ${quoted(folder)}`,
  });
}
