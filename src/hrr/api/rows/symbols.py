"""Device variables reached by symbol."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import TRANSLATED, Copy, End, Module, Row, skip

ROWS: tuple[Row, ...] = (
    call(
        111,
        "hipGetSymbolAddress",
        "void** devPtr, const void* symbol",
        replay=skip("the address is known from the registration"),
        outs=("devPtr",),
        node="hip_4.2",
    ),
    call(
        112,
        "hipGetSymbolSize",
        "size_t* size, const void* symbol",
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        275,
        "hipMemcpyFromSymbol",
        "void* dst, const void* symbol, size_t sizeBytes, size_t offset = 0, hipMemcpyKind kind = "
        "hipMemcpyDeviceToHost",
        copy=Copy(End(base="dst"), End(symbol="symbol", offset="offset"), "sizeBytes", kind="kind", form="symbol"),
        replay=skip("carried by the copy recorded before it"),
        node="hip_4.2",
    ),
    call(
        276,
        "hipMemcpyFromSymbolAsync",
        "void* dst, const void* symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream = 0",
        copy=Copy(
            End(base="dst"),
            End(symbol="symbol", offset="offset"),
            "sizeBytes",
            kind="kind",
            stream="stream",
            blocking=False,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_4.2",
    ),
    call(
        285,
        "hipMemcpyToSymbol",
        "const void* symbol, const void* src, size_t sizeBytes, size_t offset = 0, hipMemcpyKind kind = "
        "hipMemcpyHostToDevice",
        copy=Copy(End(symbol="symbol", offset="offset"), End(base="src"), "sizeBytes", kind="kind", form="symbol"),
        replay=skip("carried by the copy recorded before it"),
        node="hip_4.2",
    ),
    call(
        286,
        "hipMemcpyToSymbolAsync",
        "const void* symbol, const void* src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, "
        "hipStream_t stream = 0",
        copy=Copy(
            End(symbol="symbol", offset="offset"),
            End(base="src"),
            "sizeBytes",
            kind="kind",
            stream="stream",
            blocking=False,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_4.2",
    ),
    call(
        391,
        "hipMemcpyToSymbol_spt",
        "const void* symbol, const void* src, size_t sizeBytes, size_t offset, hipMemcpyKind kind",
        copy=Copy(
            End(symbol="symbol", offset="offset"),
            End(base="src"),
            "sizeBytes",
            kind="kind",
            per_thread=True,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_5.2",
    ),
    call(
        392,
        "hipMemcpyFromSymbol_spt",
        "void* dst, const void* symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind",
        copy=Copy(
            End(base="dst"),
            End(symbol="symbol", offset="offset"),
            "sizeBytes",
            kind="kind",
            per_thread=True,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_5.2",
    ),
    call(
        405,
        "hipMemcpyFromSymbolAsync_spt",
        "void* dst, const void* symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream",
        copy=Copy(
            End(base="dst"),
            End(symbol="symbol", offset="offset"),
            "sizeBytes",
            kind="kind",
            stream="stream",
            blocking=False,
            per_thread=True,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_5.3",
    ),
    call(
        406,
        "hipMemcpyToSymbolAsync_spt",
        "const void* symbol, const void* src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream",
        copy=Copy(
            End(symbol="symbol", offset="offset"),
            End(base="src"),
            "sizeBytes",
            kind="kind",
            stream="stream",
            blocking=False,
            per_thread=True,
            form="symbol",
        ),
        replay=skip("carried by the copy recorded before it"),
        node="hip_5.3",
    ),
    call(
        444,
        "hipGetFuncBySymbol",
        "hipFunction_t* functionPtr, const void* symbolPtr",
        creates="functionPtr",
        module=Module("function_by_symbol"),
        replay=TRANSLATED,
        node="hip_6.2",
    ),
)
