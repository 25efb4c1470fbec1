import { expect, test } from "vitest";
import { passedOn } from "./chosen-server.ts";

const environment = {
  PATH: "/bin",
  SATORI_HOME: "/srv/satori",
  SATORI_EMBEDDER: "openai",
  SATORI_WATCH: "",
  OPENAI_API_KEY: "k",
  DOCS_ROOT: "/docs",
  CODE_ROOT: "/code",
};

const home = "/home/me";

test("the folder of indexes goes into the user's entries, and stays out of a project's", () => {
  expect(passedOn({ scope: "user", hasWorkspace: false, environment, home })).toEqual({
    env: { SATORI_HOME: "/srv/satori" },
    left: ["SATORI_EMBEDDER"],
  });
  expect(passedOn({ scope: "project", hasWorkspace: false, environment, home })).toEqual({
    env: {},
    left: ["SATORI_HOME", "SATORI_EMBEDDER"],
  });
});

test("the folders of the workspace go with its tools", () => {
  expect(passedOn({ scope: "project", hasWorkspace: true, environment, home }).env).toEqual({
    DOCS_ROOT: "/docs",
    CODE_ROOT: "/code",
  });
});

test("a home that no shell has read is the user's", () => {
  expect(
    passedOn({ scope: "user", hasWorkspace: false, environment: { SATORI_HOME: "~/indexes" }, home }).env,
  ).toEqual({ SATORI_HOME: "/home/me/indexes" });
});

test("without settings nothing does", () =>
  expect(passedOn({ scope: "user", hasWorkspace: true, environment: { PATH: "/bin" }, home })).toEqual({
    env: {},
    left: [],
  }));
