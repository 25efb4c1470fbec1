import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { reserveStdout } from "./reserve-stdout.ts";

function streams() {
  const stdout = new PassThrough({ encoding: "utf8" });
  const stderr = new PassThrough({ encoding: "utf8" });
  return {
    stdout,
    stderr,
    written: () => ({ stdout: stdout.read() as string | null, stderr: stderr.read() as string | null }),
  };
}

it("lets only the protocol write, and sends everybody else to the diagnostics", async () => {
  const { stdout, stderr, written } = streams();
  const early = new Console(stdout);
  const output = reserveStdout(stdout, stderr);
  early.log("from a console that knew the stream before");
  stdout.write("direct\n");
  await output.write("message\n");
  expect(written()).toEqual({
    stdout: "message\n",
    stderr: "from a console that knew the stream before\ndirect\n",
  });
});

it("says when nobody reads any more, and rejects what cannot be written", async () => {
  const { stdout, stderr } = streams();
  const output = reserveStdout(stdout, stderr);
  stdout.destroy(new Error("EPIPE"));
  await expect(output.write("message\n")).rejects.toThrow();
  await output.flushed();
  await expect(output.broken).resolves.toBeUndefined();
});
