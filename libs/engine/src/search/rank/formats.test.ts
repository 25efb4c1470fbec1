import { expect, test } from "vitest";
import { formatsNamed, isOfFormat } from "./rank.ts";

test.each([
  ["html of the password reset", "registration/reset.html", true],
  ["yaml for the staging cluster", "deploy/staging.yml", true],
  ["default puma config template", "config/puma.rb.tt", true],
  ["email templates", "mail/welcome.erb", true],
  ["the Dockerfile of the worker", "worker/Dockerfile", true],
  ["SQL that makes the tables", "db/schema.sql", true],
  ["where is the lock taken in properties", "yarn.lock", false],
  ["where is the lock taken in properties", "config.h.in", false],
  ["how are templates rendered", "src/render.ts", false],
  ["constructor of the map", "src/constructor.json", false],
])("%s: %s %s", (question, path, expected) =>
  expect(isOfFormat(path, formatsNamed(question))).toBe(expected),
);
