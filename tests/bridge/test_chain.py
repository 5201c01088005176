"""What the bridge does by itself: contexts, addresses, errors; and softcuda as a driver of its own."""

import pytest

from bridge import chain


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bridge")
    return lambda name: chain.build(name, folder)


def ok(done):
    assert done.status == 0, done.err
    return done


def test_pieces_of_chunks_at_their_addresses(build):
    ok(chain.run(build("reserve")))


def test_threads_devices_and_contexts(build):
    ok(chain.run(build("contexts"), env={"SOFTHIP_DEVICES": "2"}))


def test_no_driver_is_said_once(build):
    done = ok(chain.run(build("without_driver"), env={"HRR_CUDA_LIBRARY": "/nowhere/libcuda.so.1"}))
    assert done.err.count("no CUDA driver") == 1


def test_a_call_without_counterpart_names_itself_once(build):
    done = ok(chain.run(build("no_counterpart")))
    assert done.err.count("hipUnbindTexture") == 1
    assert done.err.count("hipExtStreamCreateWithCUMask") == 1


def test_a_program_of_the_driver_interface(build):
    done = ok(chain.run(build("driver_api"), str(chain.softcuda())))
    assert done.err == ""


def test_faults_reach_the_program_through_both(build):
    """softhip's injected failure comes back as the same error."""
    done = chain.run(build("contexts"), env={"SOFTHIP_DEVICES": "2", "SOFTHIP_ADVERSARY": "fail=hipMalloc:2"})
    assert done.status == 1
    assert "hipErrorOutOfMemory" in done.err
