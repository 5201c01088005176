"""What the bridge does by itself: contexts, addresses, errors; and softcuda as a driver of its own."""

import shutil
import subprocess

import pytest

from bridge import chain


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("bridge")


@pytest.fixture(scope="module")
def build(folder):
    return lambda name: chain.build(name, folder)


@pytest.fixture(scope="module")
def code_object(folder):
    """The kernels of the GPU tests as a code object for softhip."""
    return chain.code_object("kernels", folder)


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


def test_a_program_of_the_driver_interface(build, code_object):
    done = ok(chain.run(build("driver_api"), str(chain.softcuda()), str(code_object)))
    assert done.err == ""


@pytest.mark.parametrize("on", ["softhip", "bridge"])
@pytest.mark.parametrize("name", ["launches", "placement"])
def test_programs_for_the_gpu(folder, code_object, name, on):
    """What tests/gpu/run.py runs on a real GPU with PTX, with the same kernels for softhip."""
    ok(chain.run(chain.build(name, folder, chain.GPU), str(code_object), on=on))


@pytest.mark.parametrize("name", ["graphs", "describe"])
def test_programs_for_the_gpu_compile(folder, name):
    assert chain.build(name, folder, chain.GPU).exists()


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="no CUDA toolkit")
def test_kernels_for_the_gpu_assemble(folder):
    command = ["ptxas", "-arch=sm_90", "-o", folder / "kernels.cubin", chain.GPU.parent / "kernels.ptx"]
    subprocess.run(command, check=True)


def test_faults_reach_the_program_through_both(build):
    """softhip's injected failure comes back as the same error."""
    done = chain.run(build("contexts"), env={"SOFTHIP_DEVICES": "2", "SOFTHIP_ADVERSARY": "fail=hipMalloc:2"})
    assert done.status == 1
    assert "hipErrorOutOfMemory" in done.err
