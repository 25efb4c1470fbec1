/**
 * The local process: one process that answers the sessions of a user. Programs use this module to find,
 * greet and serve it. It loads little, since each session starts with it.
 */
export { connectTo } from "./connect.ts";
export {
  type LocalProcess,
  type ProgramBuild,
  environmentOf,
  localProcessOf,
  SOCKETS_FOLDER,
  socketOf,
} from "./identity.ts";
export {
  type Control,
  type Hello,
  type SessionHello,
  MAX_HELLO_BYTES,
  controlLine,
  helloLine,
  readControl,
  readHello,
} from "./messages.ts";
