/**
 * Variables of git that its commands get: those that locate its programs and the user's configuration. The
 * others tie git to one repository (this process may have been started by a hook), run programs, or write
 * traces.
 */
export const KEPT_VARIABLES =
  /^GIT_(?:EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|(?:KEY|VALUE)_\d+|PARAMETERS)|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM)$/i;
