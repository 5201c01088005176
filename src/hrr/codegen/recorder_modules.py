"""C++ of what a shim does for calls that have to do with code objects: the row's column ``module``, by role."""

from __future__ import annotations

from hrr.api.row import Row
from hrr.codegen.recorder_payload import offset


def effect(row: Row) -> str:
    """What the call's role asks for behind the real call."""
    return _MODULE.get(row.module.role, _nothing)(row) if row.module is not None else ""


REGISTRATIONS = ("fat_binary", "host_function", "variable", "managed_variable")


def _nothing(row: Row) -> str:
    return ""


def _load(row: Row) -> str:
    function = "module_loaded_file" if row.module is not None and row.module.role == "load_file" else "module_loaded"
    handle, image = row.params[0].name, row.params[1].name
    names = [*(extra.name for extra in row.extra), *(ext.name for ext in row.ext)]
    pair = next(stem for stem in ("co_hash", "ext_co") if any(name.startswith(stem) for name in names))
    return (
        f"  if (ok) record.put({offset(row, pair + '_lo')}, "
        f"hrr::{function}(call.session(), hrr::word(*{handle}), {image}));\n"
    )


def _function(row: Row) -> str:
    handle, owner, name = (param.name for param in row.params[:3])
    return f"  if (ok) hrr::function_found(hrr::word(*{handle}), hrr::word({owner}), {name});\n"


def _kernel_function(row: Row) -> str:
    return f"  if (ok) hrr::function_is(hrr::word(*{row.params[0].name}), hrr::word({row.params[1].name}));\n"


def _function_by_symbol(row: Row) -> str:
    return f"  if (ok) hrr::function_of_host(hrr::word(*{row.params[0].name}), {row.params[1].name});\n"


def setting_of(row: Row) -> str:
    """The parameter that says which kernel a setting is for: a kernel's handle or a host function."""
    return next(param.name for param in row.params if param.ctype in ("const void*", "hipKernel_t"))


def _function_setting(row: Row) -> str:
    return f"  record.put({offset(row, 'ext_co_lo')}, found.code);\n"


def _global(row: Row) -> str:
    address, size, owner = (param.name for param in row.params[:3])
    found = f"hrr::global_found(hrr::word({owner}), hrr::word(*{address}), *{size})"
    return f"  if (ok && {address} && {size}) {found};\n"


def _push_config(row: Row) -> str:
    return f"  if (ok) hrr::configure({', '.join(param.name for param in row.params)});\n"


def _setup_argument(row: Row) -> str:
    return f"  if (ok) hrr::configure_argument({', '.join(param.name for param in row.params)});\n"


def _pop_config(row: Row) -> str:
    return "  if (ok) hrr::unconfigure();\n"


def _fat_binary(row: Row) -> str:
    return (
        "  const auto bundle = hrr::fat_binary_registered(call.session(), ret, data);\n"
        f"  record.put({offset(row, 'blob_hash_lo')}, bundle.first);\n"
        f"  record.put({offset(row, 'blob_size')}, bundle.second);\n"
    )


def _host_function(row: Row) -> str:
    return "  hrr::host_function_registered(modules, hostFunction, deviceName);\n"


def _variable(row: Row) -> str:
    return "  hrr::variable_registered(modules, var, size);\n"


def _managed_variable(row: Row) -> str:
    return "  if (pointer) hrr::allocated(hrr::word(*pointer), size, hrr::Memory::kManaged);\n"


def keep(row: Row) -> str:
    """Keeps a registration's record for a forked child."""
    role = row.module.role if row.module is not None else ""
    owner = "ret" if role == "fat_binary" else row.params[0].name
    if role == "managed_variable":
        owner = f"static_cast<void**>({owner})"
    hash_at = offset(row, "blob_hash_lo") if role == "fat_binary" else 0
    variable = "var" if role == "variable" else "nullptr"
    address_at = offset(row, "dev_addr") if role == "variable" else 0
    return (
        f"  hrr::keep_registration({owner}, {row.id}, record.data(), record.size(), logged_at, {hash_at}, {variable}, "
        f"{address_at});\n"
    )


_MODULE = {
    "load": _load,
    "load_file": _load,
    "function": _function,
    "library_kernel": _function,
    "kernel_function": _kernel_function,
    "function_by_symbol": _function_by_symbol,
    "function_setting": _function_setting,
    "global": _global,
    "push_config": _push_config,
    "setup_argument": _setup_argument,
    "pop_config": _pop_config,
    "fat_binary": _fat_binary,
    "host_function": _host_function,
    "variable": _variable,
    "managed_variable": _managed_variable,
}
