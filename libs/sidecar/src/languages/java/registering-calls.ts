/** Library functions of Java that take a callback. */
import { registering, type RegisteringCall } from "../../language-profile.ts";

export const JAVA_REGISTERING: ReadonlyMap<string, RegisteringCall> = new Map([
  ...registering(
    "event",
    "addActionListener addChangeListener addListener addMouseListener " +
      "addObserver addPropertyChangeListener " +
      "addShutdownHook observe setOnAction setOnClickListener subscribe",
  ),
  ...registering(
    "task",
    "Thread execute invokeAndWait invokeLater ofPlatform ofVirtual post postDelayed runAsync runLater " +
      "runOnUiThread schedule scheduleAtFixedRate scheduleWithFixedDelay " +
      "startVirtualThread submit supplyAsync",
  ),
  ...registering("route", "DELETE GET PATCH POST PUT delete get patch post put route", { withoutText: null }),
]);
