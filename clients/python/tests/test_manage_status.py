"""The same answers as for `@satori/contracts`, with the same decisions."""

import json
import unittest
from pathlib import Path
from typing import Any

from satori_client import ToolResult, exit_code_of_result, may_retry, parse_envelope, parse_manage_status, poll_step_of

ANSWERS = Path(__file__).parents[3] / "libs/contracts/src/testing/manage-answers.json"


def forms_of(answer: dict[str, Any]) -> list[tuple[str, ToolResult]]:
    is_error = answer.get("isError", False)
    texts = [("legacy_text", ToolResult(None, (text,), is_error)) for text in answer.get("texts", [])]
    if "envelope" not in answer:
        return texts
    text = json.dumps(answer["envelope"])
    return [("envelope", ToolResult(answer["envelope"], (text,), is_error)), ("envelope", ToolResult(None, (text,), is_error)), *texts]


def poll_of(result: ToolResult, run_id: str | None = None) -> dict[str, Any]:
    step = poll_step_of(result, run_id)
    return {"kind": "wait", "afterMs": step.after_ms} if step.kind == "wait" else {"kind": "end", "exitCode": step.exit_code}


class ManageStatusTest(unittest.TestCase):
    def test_the_text_of_an_ok_answer_says_nothing_about_an_index_whatever_its_body_says(self) -> None:
        for text in ("satori/1 read_file ok", 'satori/1 read_file ok file="a b" root=/a\n\nis not indexed', "satori/1 list_dir ok\n\n{}"):
            result = ToolResult(None, (text,))
            self.assertEqual(parse_envelope(result), None)
            status = parse_manage_status(result)
            self.assertEqual((status.state, status.source, exit_code_of_result(result)), ("unknown", "envelope", 0))
        for text in ("satori/1 read_file ok\nx", "satori/1 grep ok\n\nx", "satori/1 read_file error\n\nx", 'satori/1 read_file ok a="b\n\nx'):
            self.assertEqual(parse_manage_status(ToolResult(None, (text,))).source, "legacy_text")

    def test_every_form_of_an_answer_leads_to_the_same_decision(self) -> None:
        answers = json.loads(ANSWERS.read_text())
        self.assertGreater(len(answers), 20)
        for answer in answers:
            for source, result in forms_of(answer):
                with self.subTest(answer["name"], source=source, texts=result.texts):
                    status = parse_manage_status(result)
                    self.assertEqual((status.state, status.source), (answer["state"], source))
                    self.assertEqual(exit_code_of_result(result), answer["exitCode"])
                    self.assertEqual(poll_of(result), answer["poll"])
                    if "pollOfRun" in answer:
                        self.assertEqual(poll_of(result, answer["runId"]), answer["pollOfRun"])

    def test_what_is_no_envelope_is_none(self) -> None:
        base = {"tool": "manage_index", "version": 1, "status": "ok"}
        self.assertEqual(parse_envelope(ToolResult(base)), base)
        for other in ({"version": 2}, {"version": True}, {"version": "1"}, {"tool": "list_dir"}, {"tool": ["manage_index"]}, {"status": "fine"}, {"status": None}):
            with self.subTest(other):
                self.assertIsNone(parse_envelope(ToolResult({**base, **other})))
        for text in ("{", "[1]", "null", "", "{} {}"):
            with self.subTest(text):
                self.assertIsNone(parse_envelope(ToolResult(None, (text,))))

    def test_a_status_of_a_later_version_makes_no_prose_of_an_envelope(self) -> None:
        later = {"tool": "manage_index", "version": 1, "status": "paused", "message": "is not indexed"}
        for result in (ToolResult(later), ToolResult(None, (json.dumps(later),))):
            with self.subTest(result):
                status = parse_manage_status(result)
                self.assertEqual((status.state, status.source, exit_code_of_result(result)), ("unknown", "envelope", 1))
                self.assertEqual(poll_of(result), {"kind": "end", "exitCode": 1})

    def test_odd_envelopes_tell_nothing(self) -> None:
        base = {"tool": "manage_index", "version": 1, "status": "ok"}
        for other in ({"action": "verify"}, {"status": "error"}, {"status": "error", "error": None}, {"status": "error", "error": {"code": 7}}):
            with self.subTest(other):
                result = ToolResult({**base, **other})
                self.assertEqual(parse_manage_status(result).state, "unknown")
                self.assertEqual(poll_of(result), {"kind": "end", "exitCode": 1})

    def test_exit_codes_of_answers_without_envelope(self) -> None:
        for code, expected in (("INVALID_ARGUMENTS", 2), ("PATH_NOT_FOUND", 1), ("NONE_OF_OURS", 1), (7, 1)):
            with self.subTest(code):
                self.assertEqual(exit_code_of_result(ToolResult({"code": code}, (), True)), expected)
        self.assertEqual(exit_code_of_result(ToolResult(["is not indexed"], (), True)), 1)
        self.assertEqual(exit_code_of_result(ToolResult({"result": {}, "meta": {}})), 0)

    def test_a_call_is_retried_once_and_only_where_no_answer_came(self) -> None:
        self.assertTrue(may_retry("search_codebase", 1, "sent"))
        self.assertTrue(may_retry("manage_index", 1, "not_sent"))
        for tool, attempt, ended in (("manage_index", 1, "sent"), ("search_codebase", 2, "sent"), ("search_codebase", 2, "not_sent"), ("search_codebase", 1, "answered")):
            with self.subTest(tool, attempt=attempt, ended=ended):
                self.assertFalse(may_retry(tool, attempt, ended))  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
