import { expect, it } from "vitest";
import { startServer } from "./index.ts";

it("names the folder of a session that is gone, where the system would say that there is no program", async () => {
  await expect(startServer("/no/such/folder")).rejects.toMatchObject({
    kind: "start_up",
    message: expect.stringContaining("/no/such/folder, no longer exists"),
  });
  await expect(startServer(process.execPath)).rejects.toMatchObject({ kind: "start_up" });
});
