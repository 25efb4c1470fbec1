/** Findings about the home. Pure. */
import { type DoctorFinding, sizeText } from "@satori/contracts";
import type { HomeFacts } from "../facts.ts";
import { fine, problem, quoted, warning } from "../finding.ts";

const MIB = 1_024 * 1_024;
/**
 * Below the first, nothing useful can be indexed; below the second, no large codebase can: an index is about
 * as large as its code, and a rebuild needs room for two.
 */
const LEAST_BYTES = 64 * MIB;
const SCARCE_BYTES = 1_024 * MIB;
const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o044;
/** Without execute permission on a folder, other users cannot access anything below it. */
const OPEN_TO_OTHERS = 0o055;

export function judgeHome(home: HomeFacts): readonly DoctorFinding[] {
  return [
    folderFinding(home),
    ...spaceFinding(home),
    ...fileSystemFinding(home),
    ...permissionFindings(home),
  ];
}

function folderFinding({ path, state, isWritable }: HomeFacts): DoctorFinding {
  const id = "home.folder";
  if (state === "not_a_folder")
    return problem({ id, found: `${path} is not a folder`, fix: "set SATORI_HOME to a folder" });
  if (state === "unreadable")
    return problem({
      id,
      found: `${path} cannot be accessed`,
      fix: "correct the permissions of the folders above it, or set SATORI_HOME",
    });
  if (isWritable)
    return fine({ id, found: state === "folder" ? path : `${path}, created by the first index` });
  if (state === "absent")
    return problem({
      id,
      found: `${path} does not exist and cannot be created`,
      fix: "set SATORI_HOME to a writable folder, or create it",
    });
  return problem({
    id,
    found: `${path} is not writable`,
    fix: `chmod u+rwx ${quoted(path)}, or set SATORI_HOME`,
  });
}

function spaceFinding({ freeBytes }: HomeFacts): DoctorFinding[] {
  if (freeBytes === null) return [];
  const id = "home.space";
  const found = `${sizeText(freeBytes)} free`;
  const fix = "free space, or set SATORI_HOME to another disk";
  return [
    freeBytes < LEAST_BYTES
      ? problem({ id, found, fix })
      : freeBytes < SCARCE_BYTES
        ? warning({ id, found, fix })
        : fine({ id, found }),
  ];
}

function fileSystemFinding({ networkFileSystem }: HomeFacts): DoctorFinding[] {
  if (networkFileSystem === null) return [];
  return [
    warning({
      id: "home.filesystem",
      found: `SATORI_HOME is on ${networkFileSystem}, whose locks are not reliable between processes`,
      fix: "set SATORI_HOME to a folder on a local disk",
    }),
  ];
}

function permissionFindings({
  path,
  state,
  mode,
  indexesMode,
  isShared,
  configFile,
}: HomeFacts): DoctorFinding[] {
  // The permissions of something else in the home's place, such as /dev/null, are not our concern.
  if (state === "not_a_folder") return [];
  const id = "home.permissions";
  const isOpenHome = mode !== null && (mode & WRITABLE_BY_OTHERS) !== 0;
  const isOpenFile =
    configFile !== null &&
    ((configFile.holdsSecrets && (configFile.mode & READABLE_BY_OTHERS) !== 0) ||
      (configFile.mode & WRITABLE_BY_OTHERS) !== 0);
  const canRead = !isOpenHome && mode !== null && (mode & OPEN_TO_OTHERS) !== 0;
  const canReadIndexes = canRead && indexesMode !== null && (indexesMode & OPEN_TO_OTHERS) !== 0;
  const findings = [
    ...(isOpenHome
      ? [
          warning({
            id,
            subject: "SATORI_HOME",
            found: `others can write to it (mode ${octal(mode)})`,
            fix: `chmod go-w ${quoted(path)}`,
          }),
        ]
      : []),
    ...(canRead && !isShared
      ? [
          warning({
            id,
            subject: "SATORI_HOME",
            found: `others can list it (mode ${octal(mode)}); opening an index there removes that permission`,
            fix: `chmod 700 ${quoted(path)}`,
          }),
        ]
      : []),
    ...(canReadIndexes && isShared
      ? [
          warning({
            id,
            subject: "SATORI_HOME",
            found: `others can read the texts in its indexes (mode ${octal(indexesMode)})`,
            fix: `chmod 700 ${quoted(`${path}/indexes`)}`,
          }),
        ]
      : []),
    ...(isOpenFile
      ? [
          warning({
            id,
            subject: "satori.config.json",
            found:
              `others can ${configFile.holdsSecrets ? "read the keys in it" : "change it"} (mode ` +
              `${octal(configFile.mode)})`,
            fix: `chmod 600 ${quoted(`${path}/satori.config.json`)}`,
          }),
        ]
      : []),
  ];
  return findings.length > 0 || mode === null ? findings : [fine({ id, found: `mode ${octal(mode)}` })];
}

function octal(mode: number): string {
  return mode.toString(8).padStart(3, "0");
}
