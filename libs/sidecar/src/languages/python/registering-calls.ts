/** Library functions of Python that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const PYTHON_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering("dependency", "Depends Provide Security fixture"),
  ...registering(
    "route",
    "Application WebSocketRoute Route add_api_route add_api_websocket_route add_delete " +
      "add_get add_head add_patch " +
      "add_post add_put add_resource add_route add_url_rule add_view add_websocket_route api_route path " +
      "re_path route url websocket websocket_route",
  ),
  ...registering("route", "delete get head options patch post put trace view", { withoutText: null }),
  // Registers with a router; elsewhere, for an event (`atexit.register`).
  ...registering("route", "register", { withoutText: "event" }),
  ...registering(
    "event",
    "add_done_callback add_event_handler add_exception_handler add_handler add_listener add_reader " +
      "add_signal_handler add_writer after_request after_this_request app_errorhandler " +
      "atexit before_request " +
      "bind connect connect_via context_processor errorhandler event exception_handler listen listener " +
      "listens_for middleware on on_event on_message receiver signal subscribe teardown_appcontext " +
      "teardown_request trace_add",
  ),
  ...registering(
    "task",
    "Process Thread Timer add_job add_task apply_async call_at call_later call_soon call_soon_threadsafe " +
      "periodic_task run_in_executor run_sync start_new_thread start_soon submit " +
      "to_thread",
  ),
]);

/** Methods of view classes. */
export const PYTHON_HANDLERS: ReadonlySet<string> = new Set(
  "create delete destroy dispatch get head list options partial_update patch post put retrieve trace update".split(
    " ",
  ),
);
