"""Why a call has no answer. What a server answers is never an error here: gates and failures are values."""

from typing import Literal

# start_up: no connection was made. transport: it was lost. timeout: no answer came in time. protocol: the server
# refused the request itself, such as a tool that it does not have. invalid_answer: what came is no answer of the tool.
ClientErrorKind = Literal["start_up", "transport", "timeout", "protocol", "invalid_answer"]


class ClientError(Exception):
    def __init__(self, kind: ClientErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind: ClientErrorKind = kind
