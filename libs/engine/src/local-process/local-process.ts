/**
 * The local process: one process that answers the sessions of a user. Programs use this module to find,
 * greet and serve it. It loads little, since each session starts with it.
 */
export { connectTo } from "./connect.ts";
export { coveringRoot } from "./covering-root.ts";
export { firstLineOf } from "./first-line.ts";
export {
  type LocalProcess,
  environmentOf,
  isStandalone,
  localProcessOf,
  SOCKETS_FOLDER,
  socketOf,
} from "./identity.ts";
export {
  type CallReply,
  type CallRequest,
  type Control,
  type Hello,
  type SessionHello,
  controlLine,
  helloLine,
  isControl,
  readCall,
  readControl,
  readHello,
} from "./messages.ts";
export { type Program, programOf } from "./program.ts";
