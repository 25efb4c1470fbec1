import { expect, test } from "vitest";
import { docLine } from "./doc-finder.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";

const CASES: readonly (readonly [comment: string, expected: string | null])[] = [
  // Line comments of all languages.
  ["// Opens the store.", "Opens the store."],
  ["/// Opens the store.\n/// It may fail.", "Opens the store."],
  ["//! What the crate is for.", "What the crate is for."],
  ["# Opens the store.", "Opens the store."],
  ["## Opens the store.", "Opens the store."],
  ["-- Opens the store.", "Opens the store."],
  ["--- Opens the store.", "Opens the store."],
  ["-- | Opens the store.", "Opens the store."],
  ["; Opens the store.", "Opens the store."],
  ["% Opens the store.", "Opens the store."],
  // Block comments.
  ["/* Opens the store. */", "Opens the store."],
  ["/**\n * Opens the store.\n *\n * @param path where it lies\n */", "Opens the store."],
  ["/*!\n * Opens the store.\n */", "Opens the store."],
  ["/** Opens * and / alike. */", "Opens * and / alike."],
  ["{- | Opens the store.\n-}", "Opens the store."],
  ["--[[ Opens the store. ]]", "Opens the store."],
  ["--[==[\nOpens [[the]] store.\n]==]", "Opens [[the]] store."],
  ["=begin\nOpens the store.\n=end", "Opens the store."],
  ["<#\n.SYNOPSIS\n    Opens the store.\n#>", "Opens the store."],
  // Docstrings.
  ['"""Opens the store."""', "Opens the store."],
  ['r"""\n    Opens the store.\n    """', "Opens the store."],
  ["'''Opens the store.'''", "Opens the store."],
  ['"Opens the store."', "Opens the store."],
  ["'Opens the \"store\".'", 'Opens the "store".'],
  ['"""It\'s "open"."""', 'It\'s "open".'],
  // Labels are stripped, the text after them is kept.
  ["/// <summary>Opens the store.</summary>", "Opens the store."],
  ["/// <summary>\n/// Opens the store.\n/// </summary>", "Opens the store."],
  ["/**\n * @brief Opens the store.\n */", "Opens the store."],
  ["/// @notice Opens the store.", "Opens the store."],
  // Rules, pragmas and shebang lines contain no documentation.
  ["#!/usr/bin/env python3", null],
  ["#! /bin/sh\n# -*- coding: utf-8 -*-\n# Opens the store.", "Opens the store."],
  ["// ------------------\n// Opens the store.\n// ------------------", "Opens the store."],
  ["# frozen_string_literal: true\n# Opens the store.", "Opens the store."],
  ["// eslint-disable-next-line no-console", null],
  ["/** @param path where it lies */", null],
  ["# :nodoc:", null],
  ["//////////////////", null],
  ["/* */", null],
  ["//", null],
  ["", null],
  ["/* Never closed", "Never closed"],
  ["// Grüße 世界", "Grüße 世界"],
];

test.each(CASES)("%j", (comment, expected) => {
  expect(docLine(comment)).toBe(expected);
});

test("a long line is cut with an ellipsis", () => {
  const line = docLine(`// ${"long ".repeat(100)}`) ?? "";
  expect(line).toHaveLength(SIDECAR_LIMITS.docChars);
  expect(line.endsWith("…")).toBe(true);
});

test("text that begins many lines below the opening is no summary", () => {
  expect(docLine(`/*${"\n".repeat(40)}Opens the store. */`)).toBeNull();
});

test("signs that go on and on hold nothing up, and there is no looking behind them", () => {
  // Quadratic time on this many would be minutes.
  expect(docLine(`/* ${"*".repeat(500_000)} Opens the store. */`)).toBeNull();
});
