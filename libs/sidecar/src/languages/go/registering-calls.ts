/** Library functions of Go that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const GO_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering("route", "HandleFunc HandlerFunc"),
  ...registering(
    "route",
    "Any Connect DELETE Delete GET Get HEAD Handle Head Method MethodFunc OPTIONS Options PATCH POST PUT " +
      "Patch Post Put",
    { withoutText: null },
  ),
  ...registering("event", "OnFinalize OnInitialize RegisterOnShutdown"),
  ...registering("task", "AfterFunc"),
]);
