"""The end of a host translation unit: the bundle, and its registration when the program starts."""

from __future__ import annotations

import json
from pathlib import Path

from hrr.softhipcc.metadata import Contents

_TEMPLATE = """
asm(".pushsection .hip_fatbin, \\"a\\", @progbits\\n"
    ".balign 4096\\n"
    "softhip_bundle:\\n"
    ".incbin " {path} "\\n"
    ".popsection");
extern "C" const char softhip_bundle[] __attribute__((visibility("hidden")));
{declarations}
static const ::softhip::HostKernel softhip_kernels[] = {{{kernels}{{nullptr, nullptr}}}};
static const ::softhip::HostVariable softhip_variables[] = {{{variables}{{nullptr, nullptr, 0, 0}}}};
__attribute__((section(".hipFatBinSegment"), used)) static ::softhip::FatBinary softhip_fat_binary =
    {{::softhip::kFatBinaryMagic, 1, softhip_bundle, nullptr}};
static void** softhip_handle;
static void softhip_unregister() {{ __hipUnregisterFatBinary(softhip_handle); }}
static void** softhip_module() {{
  if (softhip_handle == nullptr) {{
    softhip_handle = __hipRegisterFatBinary(&softhip_fat_binary);
    ::softhip::register_all(softhip_handle, softhip_kernels, {kernel_count}, softhip_variables, {variable_count});
    ::softhip::at_exit(softhip_unregister);
  }}
  return softhip_handle;
}}
__attribute__((constructor(101))) static void softhip_register() {{ softhip_module(); }}
"""


def registration(contents: Contents, bundle: Path) -> str:
    """C++ to append to host code. Stubs and shadows are named by their symbols, which both passes share."""
    declarations, kernels, variables = [], [], []
    for number, kernel in enumerate(contents.kernels):
        # Host code may lack an instantiation. A local symbol cannot be weak.
        weak = "" if kernel.local else " __attribute__((weak))"
        declarations.append(f'extern "C" void softhip_stub_{number}() __asm__("{kernel.symbol}"){weak};')
        kernels.append(f'{{softhip_stub_{number}, "{kernel.symbol}"}}, ')
    shadows = [variable for variable in contents.variables if variable.kind != "managed"]
    for number, variable in enumerate(shadows):
        weak = "" if variable.local else " __attribute__((weak))"
        declarations.append(f'extern "C" char softhip_shadow_{number}[] __asm__("{variable.symbol}"){weak};')
        constant = int(variable.kind == "constant")
        variables.append(f'{{softhip_shadow_{number}, "{variable.symbol}", {variable.size}, {constant}}}, ')
    return _TEMPLATE.format(
        path=json.dumps(json.dumps(str(bundle))),
        declarations="\n".join(declarations),
        kernels="".join(kernels),
        variables="".join(variables),
        kernel_count=len(kernels),
        variable_count=len(variables),
    )
