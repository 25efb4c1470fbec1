/** Library functions of C and C++ that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const C_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering(
    "event",
    "at_quick_exit atexit connect on_exit set_new_handler set_terminate signal sigaction",
  ),
  ...registering(
    "task",
    "_beginthread _beginthreadex CreateThread async jthread kthread_run pthread_create thread thrd_create",
  ),
]);
