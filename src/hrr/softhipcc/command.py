"""The command line of softhipcc: the one of a C++ compiler."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hrr.softhipcc.build import CodeObject, code_object, host_object
from hrr.softhipcc.compiler import Compiler, CompilerError, NoCompiler, find_compiler
from hrr.softhipcc.rewrite import has_device_code
from hrr.softhipcc.tokens import SourceError

USAGE = """usage: softhipcc [options] FILE.hip... [-o OUTPUT]

Compiles HIP programs for softhip, the software HIP device, with the system's C++ compiler.

  -o FILE          the program (default a.out), or what -c, --genco, -E make
  -c               compile only, to an object file that the system's compiler can link (-lamdhip64)
  --genco          make a code object, for hipModuleLoad
  -E               show the preprocessed source
  --cxx PROGRAM    the C++ compiler (default: $SOFTHIPCC_CXX, else g++, clang++, c++)
  --keep DIR       keep the intermediate files in DIR
  -v               show the commands
  --offload-arch=, -x hip, -fgpu-rdc=... are taken and mean nothing here

All other options go to the C++ compiler or the linker: -I -D -U -std= -O -g -W -f -m -l -L -Wl, -shared ...
"""
_SOURCES = {".hip", ".cpp", ".cc", ".cxx", ".c++", ".C", ".cu"}
_WITH_VALUE = {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter", "-MF", "-MT", "-MQ", "-Xpreprocessor"}
_LINK_WITH_VALUE = {"-L", "-l", "-Xlinker", "-u", "-z", "-T", "-framework"}
_LINK = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic", "-pie", "-no-pie", "-s", "-fuse-ld=")
_DEPENDENCIES = {"-MD", "-MMD", "-MP"}
_MEANINGLESS = ("--offload-arch=", "--amdgpu-target=", "-fgpu-rdc", "-fno-gpu-rdc", "--rocm-path=", "--hip-path=",
                "--rocm-device-lib-path=", "--offload-host-only", "-parallel-jobs=", "--gcc-toolchain=")  # fmt: skip
_OLD_STANDARDS = ("98", "03", "0x", "11", "1y", "14")


class UsageError(Exception):
    """The command line makes no sense."""


@dataclass
class Request:
    """A parsed command line."""

    inputs: list[str] = field(default_factory=list)  # sources and what goes to the linker, in order
    output: str | None = None
    mode: str = "link"  # or "compile", "genco", "preprocess"
    options: list[str] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    compiler: str | None = None
    keep: str | None = None
    verbose: bool = False

    @property
    def debug(self) -> bool:
        return any(option.startswith("-g") and option != "-g0" for option in self.options)


def parse(arguments: Sequence[str]) -> Request:
    """Raises UsageError."""
    request = Request()
    rest = list(arguments)

    def value(option: str) -> str:
        if not rest:
            raise UsageError(f"{option} needs a value")
        return rest.pop(0)

    while rest:
        argument = rest.pop(0)
        if argument in ("-c", "--genco", "-E"):
            request.mode = {"-c": "compile", "--genco": "genco", "-E": "preprocess"}[argument]
        elif argument == "-o":
            request.output = value(argument)
        elif argument.startswith("-o") and len(argument) > 2 and not argument.startswith("-off"):
            request.output = argument[2:]
        elif argument in ("--cxx", "--keep"):
            setattr(request, "compiler" if argument == "--cxx" else "keep", value(argument))
        elif argument == "-v":
            request.verbose = True
        elif argument == "-x":
            if value(argument) not in ("hip", "c++", "cu"):
                raise UsageError("-x: softhipcc compiles HIP and C++ only")
        elif argument in _DEPENDENCIES or argument in ("-MF", "-MT", "-MQ"):
            request.dependencies.append(argument)
            if argument not in _DEPENDENCIES:
                request.dependencies.append(value(argument))
        elif argument.startswith(_MEANINGLESS):
            continue
        elif argument in ("-S", "-M", "-MM"):
            raise UsageError(f"{argument} is not supported")
        elif argument in _WITH_VALUE:
            request.options += [argument, value(argument)]
        elif argument in _LINK_WITH_VALUE:
            request.inputs += [argument, value(argument)]
        elif argument.startswith(_LINK):
            request.inputs.append(argument)
        elif argument.startswith("-") and argument != "-":
            request.options.append(_standard(argument))
        else:
            request.inputs.append(argument)
    if not any(_is_source(item) for item in request.inputs) and (request.mode != "link" or not request.inputs):
        raise UsageError("no source file")
    if request.mode != "link" and request.output and sum(map(_is_source, request.inputs)) > 1:
        raise UsageError("-o names one file, but there are several sources")
    return request


def _standard(option: str) -> str:
    # The kernel header is C++17, which takes almost all older programs as well.
    if option.startswith("-std=") and option.rpartition("+")[2] in _OLD_STANDARDS:
        return "-std=gnu++17" if "gnu" in option else "-std=c++17"
    return option


def _is_source(item: str) -> bool:
    return not item.startswith("-") and Path(item).suffix in _SOURCES


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs softhipcc; returns its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or "--help" in given or "-h" in given:
        print(USAGE, end="")
        return 0 if given else 2
    if "--version" in given:
        from hrr import __version__

        print(f"softhipcc {__version__}")
        return 0
    try:
        _run(parse(given))
    except CompilerError as error:
        return error.status
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except (UsageError, NoCompiler, OSError, _MissingParts) as error:
        print(f"softhipcc: {error}", file=sys.stderr)
        return 2
    return 0


class _MissingParts(Exception):
    pass


def _run(request: Request) -> None:
    from hrr.runtime.library import RuntimeProblem, include_dir, softhip

    include = include_dir()
    if not (include / "softhip" / "kernel.h").is_file():
        raise _MissingParts(f"{include}/softhip/kernel.h is missing: the native parts are not built (make build)")
    options = list(request.options)
    if not any(option.startswith("-O") for option in options):
        options.insert(0, "-O3")
    if not any(option.startswith("-std=") for option in options):
        options.insert(0, "-std=gnu++17")
    compiler = Compiler(find_compiler(request.compiler), options, request.verbose, include)
    with tempfile.TemporaryDirectory(prefix="softhipcc-") as temporary:
        base = Path(request.keep or temporary)
        inputs = []
        for number, item in enumerate(request.inputs):
            if _is_source(item):
                work = base / f"{number}-{Path(item).stem}"
                work.mkdir(parents=True, exist_ok=True)
                inputs.append(str(_compile(request, compiler, Path(item), work)))
            else:
                inputs.append(item)
        if request.mode == "link":
            try:
                library = softhip().path
            except RuntimeProblem as error:
                raise _MissingParts(str(error)) from error
            output = request.output or "a.out"
            compiler.run(*inputs, str(library), f"-Wl,-rpath,{library.parent}", "-pthread", "-o", output)


def _compile(request: Request, compiler: Compiler, source: Path, work: Path) -> Path:
    """Compiles one source as the request wants it; returns the file made."""
    if not source.is_file():
        raise UsageError(f"{source}: no such file")
    if request.mode == "preprocess":
        text = compiler.preprocess(source, device=False)
        if request.output:
            Path(request.output).write_text(text, errors="surrogateescape")
        else:
            print(text, end="")
        return source
    for_device = compiler.preprocess(source, device=True)
    device: CodeObject | None = None
    if has_device_code(for_device):
        device = code_object(compiler, for_device, work, request.debug)
    if request.mode == "genco":
        if device is None:
            raise UsageError(f"{source}: there is no device code in it")
        output = Path(request.output or source.with_suffix(".hsaco").name)
        output.write_bytes(device.image)
        return output
    output = work / "host.o"
    if request.mode == "compile":
        output = Path(request.output or source.with_suffix(".o").name)
    for_host = compiler.preprocess(source, device=False, extra=_dependency_options(request, source, output))
    host_object(compiler, for_host, device, output, work)
    return output


def _dependency_options(request: Request, source: Path, output: Path) -> list[str]:
    if not request.dependencies:
        return []
    named = Path(request.output) if request.output else Path(source.with_suffix(".o").name)
    options = list(request.dependencies)
    if "-MF" not in options:
        options += ["-MF", str(named.with_suffix(".d"))]
    if "-MT" not in options and "-MQ" not in options:
        options += ["-MT", str(named if request.mode == "compile" else output)]
    return options
