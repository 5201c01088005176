"""The device linker."""

from __future__ import annotations

from hrr.api.dsl import call, hash_pair
from hrr.api.row import Inline, Row

ROWS: tuple[Row, ...] = (
    call(
        468,
        "hipLinkAddData",
        "hipLinkState_t state, hipJitInputType type, void* data, size_t size, const char* name, unsigned "
        "int numOptions, hipJitOption* options, void** optionValues",
        inline=(
            Inline("name", 256, since=6),
            Inline("options", 128, array=True, since=6),
            Inline("optionValues", 256, array=True, since=6),
        ),
        extra=(*hash_pair("blob_hash", since=6),),
        driver=("cuLinkAddData_v2",),
        node="hip_6.4",
    ),
    call(
        469,
        "hipLinkAddFile",
        "hipLinkState_t state, hipJitInputType type, const char* path, unsigned int numOptions, "
        "hipJitOption* options, void** optionValues",
        inline=(
            Inline("path", 256, since=6),
            Inline("options", 128, array=True, since=6),
            Inline("optionValues", 256, array=True, since=6),
        ),
        driver=("cuLinkAddFile_v2",),
        node="hip_6.4",
    ),
    call(
        470,
        "hipLinkComplete",
        "hipLinkState_t state, void** hipBinOut, size_t* sizeOut",
        driver=("cuLinkComplete",),
        node="hip_6.4",
    ),
    call(
        471,
        "hipLinkCreate",
        "unsigned int numOptions, hipJitOption* options, void** optionValues, hipLinkState_t* stateOut",
        inline=(
            Inline("options", 128, array=True, since=6),
            Inline("optionValues", 256, array=True, since=6),
        ),
        creates="stateOut",
        driver=("cuLinkCreate_v2",),
        node="hip_6.4",
    ),
    call(
        472,
        "hipLinkDestroy",
        "hipLinkState_t state",
        destroys="state",
        record_first=True,
        driver=("cuLinkDestroy",),
        node="hip_6.4",
    ),
)
