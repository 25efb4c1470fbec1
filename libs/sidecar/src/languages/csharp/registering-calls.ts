/** Library functions of C# that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const CSHARP_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering("route", "Map MapDelete MapFallback MapGet MapMethods MapPatch MapPost MapPut", {
    withoutText: null,
  }),
  ...registering("event", "AddHandler Register Subscribe"),
  ...registering("task", "ContinueWith Invoke BeginInvoke QueueUserWorkItem Run StartNew Thread Timer"),
]);
