/** Library functions of JavaScript that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const ECMA_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering("route", "all delete del get head options param patch post put route", {
    withoutText: null,
  }),
  ...registering("route", "All Delete Get Head MessagePattern Options Patch Post Put use"),
  // Hooks of React and Vue.
  ...registering(
    "event",
    "onBeforeMount onBeforeUnmount onMounted onUnmounted onUpdated useEffect useLayoutEffect watchEffect",
  ),
  ...registering("event", "EventPattern HostListener OnEvent SubscribeMessage"),
  ...registering("task", "Cron Interval Process Timeout"),
  ...registering(
    "event",
    "addEventListener addListener attachEvent onAuthStateChanged prependListener subscribe",
  ),
  ...registering("event", "on once prependOnceListener watch", { withoutText: null }),
  ...registering(
    "task",
    "nextTick queueMicrotask requestAnimationFrame requestIdleCallback scheduleJob " +
      "setImmediate setInterval " +
      "setTimeout",
  ),
]);
