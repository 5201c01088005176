"""What one row of the API table says.

A row is the single place where a HIP call is described. Everything else (recorder shims, wire payloads, decoders,
softhip's exports, the HIP header, the documentation tables) is derived from it.

An *expression* (type alias ``Expr``) is a dotted path that starts at a parameter: ``"dst"``, ``"p.srcPtr.pitch"``. In
C++ it reads the live argument (``p->srcPtr.pitch``), in Python the same bytes in the recorded payload. A decimal number
is an expression too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

Expr = str


class Memory(Enum):
    """Where an allocation lives, as far as recording and replay care."""

    DEVICE = "device"
    MANAGED = "managed"
    PINNED = "pinned"  # host memory that the device can reach
    RESERVED = "reserved"  # address space without memory behind it
    ARRAY = "array"  # opaque: reached by a handle, never by address


@dataclass(frozen=True)
class Param:
    """One parameter of the C prototype: ``ctype`` is spelled as the HIP header spells it."""

    name: str
    ctype: str
    default: str = ""  # C++ default argument


@dataclass(frozen=True)
class Inline:
    """Pointee bytes that a payload carries: ``<param>_bytes[capacity]``, then ``<param>_present`` and ``<param>_n``."""

    param: str
    capacity: int
    present: bool = True
    array: bool = False  # a counted array: has ``_n``, the number of elements copied
    field: str = ""  # stem of the field names when it is not the parameter's name
    since: int = 5  # first format version that has it


@dataclass(frozen=True)
class Extra:
    """An API-specific field after the inline bytes. ``source`` says where a recorder takes it from."""

    name: str
    wire: str  # "u64", "u32", "i32"
    source: Expr = ""
    since: int = 5


@dataclass(frozen=True)
class Ext:
    """A field of hrr's extension tail, which follows the reference payload (see docs/format.md, "Extension tail").

    ``wire`` is "u64", "u32", "i32" (the value behind the pointer parameter ``source``, read after the call succeeded),
    "u8[n]" (the n bytes behind it), "str" (the NUL-terminated string at ``source``), or "hash" (two u64: a blob that
    the recorder stores for this call).
    """

    name: str
    wire: str
    source: Expr = ""


@dataclass(frozen=True)
class Alloc:
    """The call creates memory. ``ptr`` is an output parameter (or an input one, for registered host memory)."""

    ptr: Expr
    size: Expr
    memory: Memory
    stream: Expr = ""
    pitch: Expr = ""  # output parameter that receives the row pitch
    height: Expr = ""  # rows, when ``size`` is a row width
    depth: Expr = ""
    registered: bool = False  # the memory is the program's own, pinned by this call


@dataclass(frozen=True)
class Free:
    """The call gives memory back. A null pointer is legal and frees nothing."""

    ptr: Expr
    memory: Memory
    stream: Expr = ""
    size: Expr = ""
    registered: bool = False


@dataclass(frozen=True)
class Alias:
    """The call tells the address by which the device reaches host memory: output ``ptr`` for the memory at ``host``."""

    ptr: Expr
    host: Expr


@dataclass(frozen=True)
class End:
    """One side of a copy. Everything is bytes except ``y``, ``z`` (rows, slices) and ``height`` (rows a slice)."""

    base: Expr = ""  # pointer
    pitch: Expr = ""  # "" = dense rows
    height: Expr = ""  # rows from one slice to the next; "" = the copied height
    x: Expr = ""
    y: Expr = ""
    z: Expr = ""
    array: Expr = ""  # hipArray_t, used instead of base when set; its only place when there is no base
    memory_type: Expr = ""  # hipMemoryType of a driver form
    host: Expr = ""  # driver forms: base when memory_type is host
    device: Expr = ""  # driver forms: base when memory_type is device, managed or unified
    symbol: Expr = ""  # a symbol plus ``offset``: base is the symbol's device address
    offset: Expr = ""
    device_id: Expr = ""  # peer copies


@dataclass(frozen=True)
class Array:
    """The call creates an array. Its element is as large as ``channels`` values of a hipArray_Format, or as all bits
    that a hipChannelFormatDesc names."""

    format: Expr = ""
    channels: Expr = ""
    desc: Expr = ""


class Direction(Enum):
    """How a copy call says where its sides live."""

    KIND = "kind"  # a hipMemcpyKind argument
    H2D = "h2d"
    D2H = "d2h"
    D2D = "d2d"
    TYPES = "types"  # the memory types of a driver form


@dataclass(frozen=True)
class Copy:
    """The call copies a box of ``extent`` = (width in bytes, height, depth)."""

    dst: End
    src: End
    width: Expr
    height: Expr = "1"
    depth: Expr = "1"
    direction: Direction = Direction.KIND
    kind: Expr = ""
    stream: Expr = ""  # "" = the null stream
    blocking: bool = True
    per_thread: bool = False  # stream 0 means the per-thread default stream
    pitched: bool = False  # blobs follow the pitched rules (format flag bit 0)
    elements: bool = False  # where an array takes part, its x and the width count its elements
    blob: str = ""  # payload hash pair of the host source ("blob_hash"), "" = none
    expected: str = ""  # payload hash pair of the host destination ("blob_hash" or "d2h_hash"), "" = none
    form: str = "flat"  # how the same copy is issued with another host side: flat, pitched, parms3d, drv2d, drv3d


@dataclass(frozen=True)
class Memset:
    """The call fills a box of device memory with an element of ``element`` bytes."""

    dst: Expr
    value: Expr
    width: Expr  # elements
    height: Expr = "1"
    depth: Expr = "1"
    pitch: Expr = ""
    slice_height: Expr = ""
    element: int = 1
    stream: Expr = ""
    blocking: bool = True
    per_thread: bool = False


@dataclass(frozen=True)
class Launch:
    """The call launches a kernel: ``function`` (a hipFunction_t) or ``host`` (a host function pointer)."""

    function: Expr = ""
    host: Expr = ""
    grid: tuple[Expr, Expr, Expr] = ("", "", "")
    block: tuple[Expr, Expr, Expr] = ("", "", "")
    shared: Expr = ""
    stream: Expr = ""
    params: Expr = ""  # void**: one pointer an argument
    extra: Expr = ""  # void**: HIP_LAUNCH_PARAM_* list
    attrs: Expr = ""  # hipLaunchAttribute array
    num_attrs: Expr = ""
    global_size: bool = False  # ``grid`` is in threads, not blocks
    per_thread: bool = False
    cooperative: bool = False
    event_id: int = -1  # id under which it is recorded; -1 = the row's own
    fixed_record: bool = False  # the reference records it with a fixed payload, without arguments
    start_event: Expr = ""
    stop_event: Expr = ""


@dataclass(frozen=True)
class Module:
    """The call has to do with code objects.

    ``role`` is one of load, load_file, unload, fat_binary, drop_fat_binary, function, function_by_symbol,
    host_function, variable, managed_variable, global, library_kernel, kernel_function, function_setting, push_config,
    pop_config, setup_argument.
    """

    role: str


class Wait(Enum):
    """The call returns only when queued work is done."""

    STREAM = "stream"
    EVENT = "event"
    DEVICE = "device"


class Verdict(Enum):
    """How a replay treats the call."""

    EXACT = "exact"  # issued again with the same meaning
    TRANSLATED = "translated"  # issued again as other calls with the same effect
    SKIP = "skip"  # only asks: nothing to repeat
    UNREPLAYABLE = "unreplayable"  # no other process can repeat it
    UNDECIDED = "undecided"  # recorded generically; a replay stops there and names it


@dataclass(frozen=True)
class Policy:
    """A replay policy. ``reason`` is shown to the user for SKIP and UNREPLAYABLE."""

    verdict: Verdict
    reason: str = ""


EXACT = Policy(Verdict.EXACT)
TRANSLATED = Policy(Verdict.TRANSLATED)
UNDECIDED = Policy(Verdict.UNDECIDED, "no replay policy")


def skip(reason: str) -> Policy:
    """A call that changes nothing that a replay needs."""
    return Policy(Verdict.SKIP, reason)


def unreplayable(reason: str) -> Policy:
    """A call that only the recorded process can make."""
    return Policy(Verdict.UNREPLAYABLE, reason)


@dataclass(frozen=True)
class Row:
    """One HIP call."""

    id: int
    name: str
    ret: str
    params: tuple[Param, ...]
    table: str  # "runtime" or "compiler"
    family: str  # the module under api/rows that holds it
    node: str = ""  # symbol version node, e.g. "hip_4.2"
    inline: tuple[Inline, ...] = ()
    extra: tuple[Extra, ...] = ()
    ext: tuple[Ext, ...] = ()
    unstored: tuple[str, ...] = ()  # parameters that the payload leaves out
    outs: tuple[str, ...] = ()  # pointer parameters of which the payload holds the pointee after the call
    addresses: tuple[str, ...] = ()  # void* parameters that are device addresses
    creates: str = ""  # parameter that receives a new handle
    destroys: str = ""  # parameter whose handle is gone afterwards
    alloc: Alloc | None = None
    free: Free | None = None
    array: Array | None = None
    alias: Alias | None = None
    copy: Copy | None = None
    memset: Memset | None = None
    launch: Launch | None = None
    module: Module | None = None
    wait: Wait | None = None
    per_thread: bool = False  # to this call the null stream is the calling thread's own
    sets_device: str = ""  # parameter that becomes the current device of the calling thread
    begins_capture: bool = False  # from here on, calls on the stream become nodes of a graph
    ends_capture: bool = False  # even when it fails
    query: bool = False  # the return value depends on timing (ready or not): never compared
    record_first: bool = False  # the record is written before the real call, so that a reused name comes after it
    recorded: bool = True  # False: the call is never written down
    replay: Policy = UNDECIDED
    replay_as: str = ""  # another call, without arguments or with the leading ones, that a replay issues instead
    driver: tuple[str, ...] = ()  # CUDA driver entry points that mean the same
    test: str = ""
    params_by_name: dict[str, Param] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.params_by_name.update({param.name: param for param in self.params})

    def __hash__(self) -> int:
        return self.id  # rows are keys of many caches, and hashing every column is slow

    @property
    def returns(self) -> bool:
        """Whether the payload starts with the return value."""
        return self.ret != "void"

    @property
    def prototype(self) -> str:
        """The C declaration, without a trailing semicolon."""
        from hrr.api.types import declare

        inner = ", ".join(declare(param.ctype, param.name) for param in self.params) or "void"
        return f"{self.ret} {self.name}({inner})"
