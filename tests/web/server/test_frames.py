"""Frames as the library reads and writes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, SERVER, Protocol

from parley.web.server.frames import are_whole, read_text_frame, text_frame

TEXTS = st.one_of(
    st.text(), st.integers(100, 200).map("ä".__mul__), st.sampled_from([125, 126, 65535, 65536]).map("x".__mul__)
)
FRAMES = st.builds(
    lambda opcode, content, fin: Frame(opcode, content[:125], fin or opcode is Opcode.PING),
    st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.CONT]), st.binary(max_size=200), st.booleans(),
)  # fmt: skip


def written(frame: Frame) -> bytes:
    return frame.serialize(mask=True)


def read(data: bytes) -> list[Frame]:
    """What the library makes of it."""
    protocol = Protocol(SERVER)
    protocol.receive_data(data)
    return [event for event in protocol.events_received() if isinstance(event, Frame)]


@given(TEXTS)
def test_texts_are_written_as_the_library_writes_them(text: str) -> None:
    server = Protocol(SERVER)
    server.send_text(text.encode())
    assert text_frame(text.encode()) == b"".join(server.data_to_send())


@given(TEXTS)
def test_texts_of_clients_are_read(text: str) -> None:
    client = Protocol(CLIENT)
    client.send_text(text.encode())
    data = b"".join(client.data_to_send())
    assert read_text_frame(data) == (text if len(text.encode()) < 1 << 16 else None)


@given(st.one_of(st.binary(), st.binary().map(b"\x81\x85".__add__), FRAMES.map(written)))
def test_whatever_is_read_the_library_reads_too(data: bytes) -> None:
    text = read_text_frame(data)
    if text is not None:
        [frame] = read(data)
        assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, text.encode())


@given(st.lists(FRAMES, max_size=4), st.data())
def test_frames_are_whole_where_one_ends_and_nothing_is_left(frames: list[Frame], data: st.DataObject) -> None:
    stream, ends, is_whole = b"", {0}, True
    for frame in frames:
        stream += written(frame)
        is_whole = is_whole and frame.fin
        if is_whole:
            ends.add(len(stream))
    cut = data.draw(st.one_of(st.integers(0, len(stream)), st.sampled_from(sorted(ends))))
    assert are_whole(stream[:cut]) is (cut in ends)
