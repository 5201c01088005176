"""One library under all its names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hrr.runtime import RuntimeProblem, environment, link_dir
from hrr.runtime.links import NAMES


def library(folder: Path) -> Path:
    path = folder / "libamdhip64.so.7"
    path.write_bytes(b"library")
    return path


def test_every_name_is_the_same_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    target = library(tmp_path)
    folder = link_dir(target)
    assert {os.stat(folder / name).st_ino for name in NAMES} == {target.stat().st_ino}
    assert link_dir(target) == folder


def test_two_libraries_have_two_directories(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    other = tmp_path / "other"
    other.mkdir()
    assert link_dir(library(tmp_path)) != link_dir(library(other))


def test_a_cache_that_others_can_write_is_not_used(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    (cache / "hrr" / "links").mkdir(parents=True)
    (cache / "hrr" / "links").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    assert cache not in link_dir(library(tmp_path)).parents


def test_a_home_that_cannot_be_written_does(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert (link_dir(library(tmp_path)) / "libamdhip64.so").exists()


def test_the_environment_keeps_what_was_preloaded(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    target = library(tmp_path)
    changed = environment(target, {"LD_PRELOAD": "other.so", "HOME": "/home/x"})
    folder = link_dir(target)
    assert os.path.samefile(changed["LD_PRELOAD"].split(":")[0], target)
    assert changed == {
        "HOME": "/home/x",
        "LD_PRELOAD": f"{folder.parent}/preload/{target.name}:other.so",
        "LD_LIBRARY_PATH": str(folder),
        "ROCM_PATH": str(folder.parent),
    }


def test_a_sanitizer_stays_in_front(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    target = library(tmp_path)
    changed = environment(target, {"LD_PRELOAD": "other.so /usr/lib/libasan.so"})
    assert changed["LD_PRELOAD"] == f"/usr/lib/libasan.so:{link_dir(target).parent}/preload/{target.name}:other.so"


@pytest.mark.parametrize("name", ["with a blank", "with:colon", "with$dollar"])
@pytest.mark.parametrize("file", ["libamdhip64.so.7", "libcuda.so.1"])
def test_a_library_where_no_preload_can_name_it(tmp_path, monkeypatch, name, file):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / name).mkdir()
    target = library(tmp_path / name).rename(tmp_path / name / file)
    preloaded = Path(environment(target, {})["LD_PRELOAD"])
    assert preloaded.name == file and not set(" :$") & set(str(preloaded))
    assert os.path.samefile(preloaded, target)


def test_a_cache_where_no_preload_can_name_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a blank"))
    assert tmp_path not in link_dir(library(tmp_path)).parents
    (tmp_path / "other blank").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "other blank"))
    with pytest.raises(RuntimeProblem, match="other blank: a library there cannot be preloaded"):
        link_dir(library(tmp_path))
