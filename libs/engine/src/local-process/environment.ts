/** The environment of a local process: what the product and the programs that it starts read. Pure. */
import { isAbsolute } from "node:path";
import { FREE_PREFIXES, SETTINGS } from "@satori/contracts";
import { KEPT_VARIABLES } from "../git/kept-variables.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Folders of users and systems, and what decides about programs and the network. Locales are not among them:
 * they change at most the wording of git's errors, and Python sets one for every program that it starts.
 */
const READ_BY_PROGRAMS = [
  /^(?:HOME|USER|LOGNAME|XDG_(?:CONFIG|DATA|CACHE)_HOME|TMPDIR|TEMP|TMP|TZ)$/,
  /^(?:USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|(?:LOCAL)?APPDATA|PROGRAMDATA|PROGRAMFILES.*)$/i,
  /^(?:SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|NODEFAULTCURRENTDIRECTORYINEXEPATH)$/i,
  /_proxy$/i,
  /^(?:LD|DYLD|GRPC|UV)_/,
  /^(?:SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF)$/,
  /^NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|USE_ENV_PROXY|USE_SYSTEM_CA)$/,
  /^NODE_(?:COMPILE_CACHE|DISABLE_COMPILE_CACHE|V8_COVERAGE|ICU_DATA)$/,
  KEPT_VARIABLES,
];

/**
 * Variables that the product's own code or the programs that it starts read, besides settings and `PATH`,
 * sorted by name. Sessions with the same ones can share a process that has no others; what terminals, editors
 * and agents set besides differs from session to session, and nothing reads it.
 */
export function systemVariables(environment: Environment): readonly (readonly [string, string])[] {
  return Object.entries(environment)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && isOfSystem(entry[0]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Variables that are settings. */
export function settingVariables(environment: Environment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => Object.hasOwn(SETTINGS, name)));
}

/** Variables of `READ_BY_PROGRAMS` whose whole value is a path. */
const PATHS = [
  /^NODE_(?:EXTRA_CA_CERTS|PATH|ICU_DATA)$/,
  /^(?:SSL_CERT_(?:FILE|DIR)|OPENSSL_CONF)$/,
  /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM)|EXEC_PATH)$/,
  /^(?:TMPDIR|TEMP|TMP)$/,
];

/** Whether what programs read depends on the working folder. */
export function hasRelativePaths(environment: Environment): boolean {
  return systemVariables(environment).some(
    ([name, value]) =>
      (PATHS.some((pattern) => pattern.test(name)) && value !== "" && !isAbsolute(value)) ||
      (name === "NODE_OPTIONS" && /(?:^|[\s="'])\.{1,2}[\\/]/.test(value)),
  );
}

function isOfSystem(name: string): boolean {
  return (
    FREE_PREFIXES.some((prefix) => name.startsWith(prefix)) ||
    READ_BY_PROGRAMS.some((pattern) => pattern.test(name))
  );
}
