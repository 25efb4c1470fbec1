import { ERRORS } from "@satori/contracts";
import { expect, test } from "vitest";
import { EXIT } from "./failure.ts";
import { serverScript } from "./server-script.ts";

test("the server's script is that of the package beside this one", () => {
  expect(serverScript()).toMatch(/[\\/]bin[\\/]satori-mcp\.js$/);
});

test("a server that is not installed is named by its package, and is no defect to report", () => {
  expect(() => serverScript("file:///elsewhere/cli.js")).toThrow(
    expect.objectContaining({
      code: "SERVER_MISSING",
      exitCode: EXIT.startUp,
      message: expect.stringContaining("@satori/mcp"),
    }),
  );
  expect(ERRORS.SERVER_MISSING.nextStep).toContain("Install @satori/mcp");
});
