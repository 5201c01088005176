"""Arguments arrive as they were passed."""

from hrr.api import row
from hrr.replay.abi import Place, row_signature
from replay.harness import DEVICE, named


def test_structures_beyond_two_words_go_to_the_stack():
    signature = row_signature(row("hipMemset3D"))
    assert signature.places == (Place(6, 4), Place(0, 1), Place(10, 3))
    assert signature.count == 13


def test_dim3_takes_two_registers_and_is_never_split():
    signature = row_signature(row("hipLaunchKernel"))
    assert [place.first for place in signature.places] == [0, 1, 3, 5, 6, 7]


def test_by_value_structures_reach_the_library(recording, run):
    writer = recording()
    writer.malloc(DEVICE, 1 << 16)
    pitched = b"".join(value.to_bytes(8, "little") for value in (DEVICE, 256, 100, 8))
    extent = b"".join(value.to_bytes(8, "little") for value in (48, 3, 2))
    writer.event("hipMemset3D", {"pitchedDevPtr_bytes": pitched, "value": 7, "extent_bytes": extent})
    rows = bytearray(256 * 16)
    for slice_ in range(2):
        for line in range(3):
            start = (slice_ * 8 + line) * 256
            rows[start : start + 48] = b"\7" * 48
    writer.download(DEVICE, bytes(rows))
    report, calls = run(writer)
    assert named(calls, "hipMemset3D") == [(DEVICE, 256, 7, 48, 3, 2)]
    assert report.checks.exact == 1


def test_launch_arguments_and_geometry(recording, run):
    from hrr.archive.launches import Arg, Launch

    writer = recording()
    code = writer.code_object(b"Xcode")
    writer.event("hipModuleLoadData", {"module": 0xC0DE, "co_hash": code})
    writer.event("hipStreamCreate", {"stream": 0xA0})
    for value in (5, 6):
        args = (Arg(0, value.to_bytes(4, "little"), ()), Arg(0, bytes(300), ()))
        writer.launch(Launch(0xA0, "kernel", code, (3, 2, 1), (64, 1, 1), 128, args, b"", 0, ()))
    writer.event("hipModuleUnload", {"module": 0xC0DE})
    report, calls = run(writer)
    assert report.exit == 0
    ((module, first_byte),) = named(calls, "hipModuleLoadData")
    assert first_byte == ord("X")
    ((function, of_module),) = named(calls, "hipModuleGetFunction")
    assert of_module == module
    stream = named(calls, "hipStreamCreate")[0][0]
    launches = named(calls, "hipModuleLaunchKernel")
    assert launches == [(function, 3, 2, 1, 64, 1, 1, 128, stream, value) for value in (5, 6)]


def test_module_loaded_again_gets_its_functions_again(recording, run):
    from hrr.archive.launches import Launch

    writer = recording()
    code = writer.code_object(b"code")
    for _ in range(2):
        writer.event("hipModuleLoadData", {"module": 0xC0DE, "co_hash": code})
        writer.launch(Launch(0, "kernel", code, (1, 1, 1), (1, 1, 1), 0, (), b"", 0, ()))
        writer.event("hipModuleUnload", {"module": 0xC0DE})
    report, calls = run(writer)
    assert report.exit == 0
    assert len(named(calls, "hipModuleGetFunction")) == 2


def test_kernel_whose_code_is_not_there_stops_the_replay(recording, run):
    from hrr.archive.launches import Launch

    writer = recording()
    writer.launch(Launch(0, "kernel", "12" * 16, (1, 1, 1), (1, 1, 1), 0, (), b"", 0, ()))
    report, _ = run(writer)
    assert report.exit == 4 and "kernel kernel" in report.unreplayed[0].reason


def test_device_variables_are_relocated(recording, run):
    from hrr.archive.launches import Arg, Launch

    writer = recording()
    code = writer.code_object(b"code")
    recorded = 0x7F12_3456_0000
    writer.event("hipModuleLoadData", {"module": 0xC0DE, "co_hash": code})
    fields = {"hmod": 0xC0DE, "dptr_value": recorded, "bytes_value": 256, "name_value": "table"}
    writer.event("hipModuleGetGlobal", fields)
    writer.upload(recorded + 16, b"variable")
    pointer = Arg(1, (recorded + 16).to_bytes(8, "little"), ())
    writer.launch(Launch(0, "kernel", code, (1, 1, 1), (1, 1, 1), 0, (pointer,), b"", 0, ()))
    writer.download(recorded + 16, b"variable")
    report, calls = run(writer)
    assert (report.exit, report.checks.exact) == (0, 1)
    (launch,) = named(calls, "hipModuleLaunchKernel")
    upload, _ = named(calls, "hipMemcpy")
    assert launch[-1] == upload[0] != recorded + 16


def test_structures_and_values_behind_pointers(recording, run):
    writer = recording()
    props = (1).to_bytes(4, "little") + bytes(84)
    writer.event("hipMemPoolCreate", {"mem_pool": 0xAA, "pool_props": 5, "pool_props_bytes": props})
    writer.event("hipMemPoolSetAttribute", {"mem_pool": 0xAA, "attr": 4, "value": 99, "value_u64": 123456})
    report, calls = run(writer)
    assert report.exit == 0
    ((_, attribute, value),) = named(calls, "hipMemPoolSetAttribute")
    assert (attribute, value) == (4, 123456)


def test_call_that_the_library_lacks_is_named(recording, run):
    writer = recording()
    lacking = writer.event("hipDeviceSetCacheConfig", {"cacheConfig": 1})
    report, _ = run(writer)
    assert (report.exit, report.stopped_at) == (4, lacking)
    assert report.unreplayed[0].reason == "the HIP library has no hipDeviceSetCacheConfig"


def test_record_that_is_too_short_is_left_out_and_named(recording, run):
    from hrr.api import row as api_row

    writer = recording()
    short = writer.raw(writer.type_id(api_row("hipStreamSynchronize")), bytes(6))
    writer.event("hipStreamSynchronize", {"stream": 1})
    report, calls = run(writer)
    assert named(calls, "hipStreamSynchronize") == [(1,)]
    assert [(entry.seq, entry.reason) for entry in report.unreplayed] == [
        (short, "the record is too short for its call")
    ]
