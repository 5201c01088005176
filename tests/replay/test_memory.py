"""Memory is put back at its recorded address, or translated and named."""

import ctypes
import mmap

import pytest
from lib import hrr_command

from hrr.archive.launches import Arg, Launch
from replay.harness import DEVICE, HOST, PAGEABLE, named

BLOCK = 65536  # of the fake library
DATA = bytes(range(200))

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
_FIXED_NOREPLACE = 0x100000


@pytest.fixture
def taken():
    """``taken(address)``: a page of this process, so that nothing else can be there."""
    pages = []

    def take(address):
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _FIXED_NOREPLACE
        assert _libc.mmap(address, 4096, mmap.PROT_READ, flags, -1, 0) == address
        pages.append(address)

    yield take
    for address in pages:
        _libc.munmap(ctypes.c_void_p(address), ctypes.c_size_t(4096))


def launch(code_object, *args):
    return Launch(0, "k", code_object, (1, 1, 1), (1, 1, 1), 0, args, b"", 0, ())


def word(value):
    return value.to_bytes(8, "little")


def test_everything_is_placed(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.malloc(DEVICE + 4096, 100)
    writer.event("hipMallocPitch", {"ptr": DEVICE + 8192, "width": 100, "height": 4, "pitch_value": 256})
    writer.event("hipHostMalloc", {"ptr": HOST + 64, "size": 100})
    report, calls = run(writer)
    assert (report.exit, report.placed, report.unplaced) == (0, 4, ())
    assert named(calls, "hipMemMap")[0][:2] == (DEVICE, BLOCK)
    assert named(calls, "hipHostRegister")[0] == (HOST, 4096)


def test_shared_block_is_mapped_once_and_unmapped_with_its_last_allocation(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.malloc(DEVICE + 4096, 4096)
    writer.upload(DEVICE + 4096, DATA)
    writer.free(DEVICE)
    writer.download(DEVICE + 4096, DATA)
    writer.free(DEVICE + 4096)
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    assert len(named(calls, "hipMemMap")) == len(named(calls, "hipMemUnmap")) == 1
    order = [call.name for call in calls]
    assert order.index("hipMemUnmap") > len(order) - 1 - order[::-1].index("hipMemcpy")


def test_address_used_again_is_fresh_memory(recording, run):
    writer = recording()
    for _ in range(3):
        writer.malloc(DEVICE, 4096)
        writer.download(DEVICE, bytes(200))
        writer.upload(DEVICE, DATA)
        writer.free(DEVICE)
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 3)
    assert len(named(calls, "hipMemUnmap")) == 3


def test_only_what_was_used_before_is_cleared(recording, run, monkeypatch):
    """A block stays mapped while a neighbour lives; what comes to lie there again must not show what was there."""
    monkeypatch.setenv("FAKE_HIP_FRESH_IS_ZERO", "1")
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.malloc(DEVICE + 4096, 4096)
    writer.upload(DEVICE + 4096, DATA)
    writer.free(DEVICE + 4096)
    writer.malloc(DEVICE + 4096, 10 * BLOCK)
    writer.download(DEVICE + 4096, bytes(10 * BLOCK))
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    assert named(calls, "hipMemsetAsync") == [(DEVICE + 4096, 0, 4096), (DEVICE + 4096, 0, BLOCK - 4096)]


def test_everything_is_cleared_where_fresh_memory_may_be_anything(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 10 * BLOCK)
    _, calls = run(writer)
    assert named(calls, "hipMemsetAsync") == [(DEVICE, 0, 10 * BLOCK)]


@pytest.mark.parametrize("kind", ["device", "pinned"])
def test_an_allocation_costs_what_is_touched_of_it(recording, kind):
    """On softhip, as a hostile archive may name any size."""
    writer = recording()
    if kind == "device":
        writer.malloc(DEVICE, 1 << 30)
        writer.download(DEVICE + (1 << 29), bytes(200))
    else:
        writer.event("hipHostMalloc", {"ptr": HOST, "size": 1 << 30})
        writer.malloc(DEVICE, 4096)
        writer.download(DEVICE, bytes(200))
    assert hrr_command.peak_kib("replay", "--device", "soft", writer.close()) < 512 << 10


def test_range_that_is_taken_is_translated_and_named(recording, session, taken):
    writer = recording()
    code = writer.code_object(b"code")
    writer.malloc(DEVICE, 4096)
    writer.malloc(DEVICE + 16 * BLOCK, 4096)
    writer.upload(DEVICE + 8, DATA)
    writer.launch(launch(code, Arg(1, word(DEVICE + 8), ())))
    writer.launch(launch(code, Arg(0, word(DEVICE + 8), ())))
    writer.launch(launch(code, Arg(3, word(DEVICE + 24), (0,))))
    writer.event("hipMemcpy", {"dst": DEVICE + 16 * BLOCK, "src": DEVICE + 8, "sizeBytes": 200, "kind": 3})
    writer.download(DEVICE + 16 * BLOCK, DATA)
    taken(DEVICE + 4096)
    replay = session(writer)
    replay.run_until()
    assert bytes(replay.read(DEVICE + 8, 200)) == DATA
    report = replay.report()
    assert (report.exit, report.checks.exact, report.placed) == (0, 1, 1)
    (moved,) = report.unplaced
    assert (moved.seq, moved.address, moved.size) == (0, DEVICE, 4096)
    assert moved.translated not in (0, DEVICE) and "is taken" in moved.reason


def test_only_declared_pointers_are_translated(recording, session, taken, log):
    from replay.harness import read_log

    writer = recording()
    code = writer.code_object(b"code")
    writer.malloc(DEVICE, 4096)
    for kind, offsets in ((1, ()), (0, ()), (3, (0,))):
        writer.launch(launch(code, Arg(kind, word(DEVICE + 8), offsets)))
    taken(DEVICE)
    replay = session(writer)
    replay.run_until()
    lives = replay.report().unplaced[0].translated
    first = [words[-1] for words in named(read_log(log), "hipModuleLaunchKernel")]
    assert first == [lives + 8, DEVICE + 8, lives + 8]


def test_pinned_range_that_is_taken_is_translated(recording, session, taken):
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.upload(DEVICE, DATA)
    writer.event("hipHostMalloc", {"ptr": HOST, "size": 4096})
    writer.event("hipMemcpy", {"dst": HOST + 16, "src": DEVICE, "sizeBytes": 200, "kind": 2})
    taken(HOST)
    replay = session(writer)
    replay.run_until()
    assert bytes(replay.read(HOST + 16, 200)) == DATA
    assert replay.report().unplaced[0].call == "hipHostMalloc"


def test_registered_memory_holds_what_the_program_had_there(recording, session):
    writer = recording()
    fields = {"hostPtr": HOST + 100, "sizeBytes": 200, "blob_hash": writer.blob(DATA)}
    writer.event("hipHostRegister", fields)
    replay = session(writer)
    replay.step()
    assert bytes(replay.read(HOST + 100, 200)) == DATA


def test_registered_memory_shares_pages_with_its_neighbour(recording, run):
    writer = recording()
    writer.event("hipHostRegister", {"hostPtr": HOST + 100, "sizeBytes": 200})
    writer.event("hipHostRegister", {"hostPtr": HOST + 4000, "sizeBytes": 200})
    writer.event("hipHostUnregister", {"hostPtr": HOST + 100})
    writer.event("hipHostUnregister", {"hostPtr": HOST + 4000})
    report, calls = run(writer)
    assert report.exit == 0
    assert named(calls, "hipHostRegister") == [(HOST, 8192)]
    assert named(calls, "hipHostUnregister") == [(HOST,)]


def test_absurd_allocation_is_named(recording, run):
    writer = recording()
    absurd = writer.malloc(DEVICE, 1 << 62)
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, absurd)
    assert "no device can place" in report.unreplayed[0].reason


def test_stores_by_value_keep_their_words_when_all_is_placed(recording, run):
    writer = recording()
    code = writer.code_object(b"code")
    writer.malloc(DEVICE, 4096)
    writer.launch(launch(code, Arg(3, word(DEVICE + 24) + word(PAGEABLE), (0, 8))))
    _, calls = run(writer)
    assert named(calls, "hipModuleLaunchKernel")[0][-1] == DEVICE + 24


def test_device_that_cannot_map_memory(recording, run, monkeypatch):
    monkeypatch.setenv("FAKE_HIP_NO_VMM", "1")
    writer = recording()
    writer.malloc(DEVICE, 4096)
    writer.upload(DEVICE + 8, DATA)
    writer.download(DEVICE + 8, DATA)
    writer.free(DEVICE)
    report, calls = run(writer)
    assert (report.exit, report.checks.exact, report.placed) == (0, 1, 0)
    assert "cannot map memory" in report.unplaced[0].reason
    assert not named(calls, "hipMemMap")


def test_stream_ordered_allocation(recording, run):
    writer = recording()
    writer.event("hipStreamCreate", {"stream": 0xA0})
    writer.event("hipMallocAsync", {"dev_ptr": DEVICE, "size": 4096, "stream": 0xA0})
    writer.download(DEVICE, bytes(64), stream=0xA0)
    writer.event("hipFreeAsync", {"dev_ptr": DEVICE, "stream": 0xA0})
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    names = [call.name for call in calls]
    stream = named(calls, "hipStreamCreate")[0]
    waited = [index for index, call in enumerate(calls) if call.name == "hipStreamSynchronize" and call.words == stream]
    assert waited and waited[-1] < names.index("hipMemUnmap")


def test_address_space_that_the_program_reserved_itself(recording, run):
    writer = recording()
    writer.event("hipMemAddressReserve", {"ptr": DEVICE, "size": 4 * BLOCK})
    prop = (1).to_bytes(4, "little") + bytes(28)
    writer.event("hipMemCreate", {"handle": 0x77, "size": BLOCK, "prop": 1, "prop_bytes": prop, "prop_present": 1})
    writer.event("hipMemMap", {"ptr": DEVICE + BLOCK, "size": BLOCK, "handle": 0x77})
    access = b"".join(value.to_bytes(4, "little") for value in (1, 0, 3))
    writer.event(
        "hipMemSetAccess", {"ptr": DEVICE + BLOCK, "size": BLOCK, "desc": 1, "count": 1, "access_desc_bytes": access}
    )
    writer.upload(DEVICE + BLOCK, DATA)
    writer.download(DEVICE + BLOCK, DATA)
    writer.event("hipMemUnmap", {"ptr": DEVICE + BLOCK, "size": BLOCK})
    writer.event("hipMemRelease", {"handle": 0x77})
    writer.event("hipMemAddressFree", {"devPtr": DEVICE, "size": 4 * BLOCK})
    report, calls = run(writer)
    assert (report.exit, report.checks.exact, report.placed) == (0, 1, 1)
    assert [words[0] for words in named(calls, "hipMemMap")] == [DEVICE + BLOCK]


def test_advice_about_managed_pages_is_not_repeated(recording, run):
    """Managed memory is mapped device memory in a replay, which such calls would refuse; they move no contents."""
    writer = recording()
    writer.event("hipMallocManaged", {"dev_ptr": DEVICE, "size": 4096, "flags": 1})
    writer.upload(DEVICE, DATA)
    writer.event("hipMemPrefetchAsync", {"dev_ptr": DEVICE, "count": 4096, "device": 0, "stream": 0})
    writer.download(DEVICE, DATA)
    report, _ = run(writer)
    assert (report.exit, report.checks.exact, report.placed) == (0, 1, 1)
