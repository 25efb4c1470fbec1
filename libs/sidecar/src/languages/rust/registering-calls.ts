/** Library functions of Rust that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const RUST_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering("route", "any delete get head options patch post put to to_async"),
  ...registering("task", "spawn spawn_blocking spawn_local"),
]);
