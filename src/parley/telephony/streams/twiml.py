"""What Twilio and Telnyx have in common: documents, call control and states of calls (Telnyx's TeXML follows TwiML)."""

from __future__ import annotations

from html import escape

from parley.domain.numbers.model import Trunk
from parley.telephony.streams.provider import ApiRequest, CallState, Destination, Placement, WebhookRequest

FAILURES = {
    "busy": (486, "busy"),
    "no-answer": (None, "no answer"),
    "canceled": (487, "cancelled"),
    "failed": (None, "the carrier could not place the call"),
}
ANSWERED = frozenset({"in-progress", "completed", "answered"})


def document(content: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><Response>{content}</Response>'


def state_of(status: str) -> CallState:
    if status in FAILURES:
        return CallState(False, True, *FAILURES[status])
    return CallState(status in ANSWERED, status == "completed")


class TwimlProvider:
    """Of an account's calls, below `calls_path`."""

    stops_by_closing = False
    can_send_keys = False

    def calls_path(self, trunk: Trunk) -> str:
        raise NotImplementedError

    @property
    def stream_attributes(self) -> str:
        return ""

    def call_id(self, request: WebhookRequest) -> str:
        return request.get("CallSid")

    def placed_state(self, request: WebhookRequest) -> CallState:
        return state_of(request.get("CallStatus"))

    def transfer_state(self, request: WebhookRequest) -> CallState:
        return state_of(request.get("DialCallStatus", "CallStatus"))

    def stream_document(self, stream_url: str, next_url: str) -> str:
        stream = f'<Connect><Stream url="{escape(stream_url)}"{self.stream_attributes}/></Connect>'
        return document(f'{stream}<Redirect method="POST">{escape(next_url)}</Redirect>')

    def dial_document(self, destination: Destination) -> str:
        number, status_url = destination.number, escape(destination.status_url)
        noun = "Sip" if number.startswith(("sip:", "sips:")) else "Number"
        caller = f' callerId="{escape(destination.caller)}"' if destination.caller else ""
        return document(
            f'<Dial action="{escape(destination.done_url)}" method="POST" timeout="{destination.ring_seconds}"{caller}>'
            f'<{noun} statusCallback="{status_url}" statusCallbackMethod="POST" statusCallbackEvent="answered">'
            f"{escape(number)}</{noun}></Dial>"
        )

    def reject_document(self, *, is_busy: bool) -> str:
        return document(f'<Reject reason="{"busy" if is_busy else "rejected"}"/>')

    def hangup_document(self) -> str:
        return document("<Hangup/>")

    def place_request(self, trunk: Trunk, placement: Placement) -> ApiRequest:
        form = {
            "To": placement.to_number,
            "From": placement.caller,
            "Url": placement.answer_url,
            "Method": "POST",
            "Timeout": str(placement.ring_seconds),
            "StatusCallback": placement.status_url,
            "StatusCallbackMethod": "POST",
        }
        return ApiRequest("POST", f"{self.calls_path(trunk)}{self.suffix}", form)

    suffix = ""
    """Of the interface's paths."""

    def hang_up_request(self, trunk: Trunk, call_id: str) -> ApiRequest:
        return ApiRequest("POST", f"{self.calls_path(trunk)}/{call_id}{self.suffix}", {"Status": "completed"})

    def cancel_request(self, trunk: Trunk, request_id: str) -> ApiRequest:
        return self.hang_up_request(trunk, request_id)

    def redirect_request(self, trunk: Trunk, call_id: str, url: str) -> ApiRequest:
        form = {"Url": url, "Method": "POST"}
        return ApiRequest("POST", f"{self.calls_path(trunk)}/{call_id}{self.suffix}", form)
