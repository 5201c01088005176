"""What softhipcc must understand of a C++ declaration: where it begins, a kernel's name and parameters."""

from __future__ import annotations

from dataclasses import dataclass

from hrr.softhipcc.tokens import Tokens

_TYPE_WORDS = frozenset(
    "void bool char short int long float double signed unsigned auto wchar_t char8_t char16_t char32_t "
    "__int128 _Float16 __restrict __restrict__".split()
)
_PREFIXES = frozenset({"const", "volatile", "struct", "class", "union", "enum", "typename", "register"})


@dataclass(frozen=True)
class Kernel:
    """A ``__global__`` function. ``pointer`` is C++ that gives its address inside its own body."""

    name: str
    start: int  # first token of the declaration, template header included
    name_at: int
    body: tuple[int, int] | None  # its braces; None: a declaration only
    parameters: tuple[str, ...]  # names; a pack ends in "..."
    pointer: str
    bounds: str
    explicit_instantiation: bool


def statement_start(tokens: Tokens, index: int) -> int:
    """The first token of the declaration that the token at ``index`` belongs to."""
    i = index - 1
    while i >= 0:
        text = tokens.text[i]
        if text in (")", "]", "]]"):
            i = tokens.open(i) - 1
            continue
        if text in (";", "{", "}") or (text == ":" and tokens.get(i - 1) in ("public", "private", "protected")):
            break
        i -= 1
    return i + 1


def template_header(tokens: Tokens, start: int) -> int:
    """The token behind ``template <...>`` at ``start``; ``start`` itself where none is."""
    while tokens.get(start) == "template" and tokens.get(start + 1) == "<":
        start = tokens.close(start + 1) + 1
    return start


def skip_attribute(tokens: Tokens, index: int) -> int:
    """The token behind an attribute at ``index``, or ``index``."""
    text = tokens.get(index)
    if text == "[[":
        return tokens.close(index) + 1
    if text in ("__attribute__", "alignas", "__launch_bounds__", "_Alignas") and tokens.get(index + 1) == "(":
        return tokens.close(index + 1) + 1
    return index


def read_kernel(tokens: Tokens, at: int) -> Kernel:
    """The kernel whose ``__global__`` is the token ``at``. Unnamed parameters are given names."""
    start = statement_start(tokens, at)
    explicit = tokens.get(start) == "template" and tokens.get(start + 1) != "<"
    head = template_header(tokens, start)
    open_at = _parameter_list(tokens, head, at)
    name_first = _name_start(tokens, open_at)
    close_at = tokens.close(open_at)
    end = close_at + 1
    while tokens.get(end) not in ("{", ";", ""):
        end = tokens.close(end) + 1 if tokens.get(end) in ("(", "[[") else end + 1
    is_definition = tokens.get(end) == "{"
    bounds = _launch_bounds(tokens, start, end)
    name = tokens.source(name_first, open_at)
    parameters: tuple[str, ...] = ()
    pointer = f"& {name}"
    if is_definition:
        parameters = _parameters(tokens, open_at, close_at)
        if head > start and not name.endswith(">"):
            names = _template_names(tokens, start)
            if names:
                pointer = f"& {name} < {' , '.join(names)} >"
        types = ", ".join(_decltype(parameter) for parameter in parameters)
        pointer = f"static_cast<void (*)({types})>({pointer})"
    body = (end, tokens.close(end)) if is_definition else None
    return Kernel(name, start, name_first, body, parameters, pointer, bounds, explicit)


def _decltype(parameter: str) -> str:
    pack = parameter.endswith("...")
    return f"::softhip::Parameter<decltype({parameter.removesuffix('...')})>" + ("..." if pack else "")


def _parameter_list(tokens: Tokens, head: int, at: int) -> int:
    i = head
    while i < len(tokens):
        after = skip_attribute(tokens, i)
        if after != i:
            i = after
        elif tokens.text[i] == "(" and i > at:
            return i
        elif tokens.text[i] in (";", "{"):
            break
        else:
            i += 1
    raise tokens.error(at, "__global__ is for functions")


def _name_start(tokens: Tokens, open_at: int) -> int:
    i = open_at - 1
    if tokens.get(i) == ">":
        i = tokens.open(i) - 1
    while tokens.get(i - 1) == "::":
        i -= 2
        if tokens.get(i) == ">":
            i = tokens.open(i) - 1
    return i if tokens.word[i] else i + 1


def _launch_bounds(tokens: Tokens, start: int, end: int) -> str:
    for i in range(start, end):
        if tokens.text[i] == "__launch_bounds__" and tokens.get(i + 1) == "(":
            close = tokens.close(i + 1)
            pieces = tokens.split(i + 2, close)
            bounds = tokens.source(*pieces[0]) if pieces else ""
            tokens.drop(i, close + 1)
            return bounds
    return "0"


def _parameters(tokens: Tokens, open_at: int, close_at: int) -> tuple[str, ...]:
    pieces = tokens.split(open_at + 1, close_at)
    if len(pieces) == 1 and tokens.text[pieces[0][0] : pieces[0][1]] == ["void"]:
        return ()
    names = []
    for number, (first, last) in enumerate(pieces):
        for i in range(first, last):
            if tokens.text[i] == "=":
                last = i
                break
        at = declared_name(tokens, first, last)
        if at is None:
            if tokens.get(last - 1) in (")", "]"):
                raise tokens.error(first, f"parameter {number + 1} of a kernel needs a name")
            name = f"softhip_argument_{number}"
            pack = tokens.get(last - 1) == "..."
            tokens.after[last - 1] += f" {name}"
        else:
            name = tokens.text[at]
            pack = tokens.get(at - 1) == "..."
        names.append(name + "..." if pack else name)
    return tuple(names)


def declared_name(tokens: Tokens, first: int, last: int, qualified: bool = False) -> int | None:
    """The token that names what [first, last) declares, initialiser left out; None where it has no name.

    ``qualified``: the name may be one of a class or namespace (``int S::count``).
    """
    while last > first and tokens.text[last - 1] in ("]", ")", "]]"):  # array bounds, attributes
        opened = tokens.open(last - 1)
        if tokens.text[opened] == "(" and tokens.get(opened - 1) != "__attribute__":
            inner = opened + 1  # (*name)(int) or (&name)[4]
            group = tokens.close(inner - 1)
            if tokens.get(opened - 1) == ")":  # the parameter list of a function pointer
                last = opened
                continue
            return declared_name(tokens, inner, group, qualified)
        last = opened - (tokens.get(opened - 1) == "__attribute__")
    at = last - 1
    if at < first or not tokens.word[at] or tokens.text[at] in _TYPE_WORDS | _PREFIXES:
        return None
    before = [text for text in tokens.text[first:at] if text and text not in _PREFIXES]
    while qualified and before[-1:] == ["::"]:
        del before[-2:]
    return at if before and before[-1] != "::" else None


def _template_names(tokens: Tokens, start: int) -> list[str]:
    """The template's own parameters as arguments; unnamed ones are given names."""
    header = start
    while True:  # the innermost header is the function's own
        after = tokens.close(header + 1) + 1
        if tokens.get(after) != "template" or tokens.get(after + 1) != "<":
            break
        header = after
    names = []
    for number, (first, last) in enumerate(tokens.split(header + 2, tokens.close(header + 1))):
        end = first
        while end < last and tokens.text[end] != "=":
            end = tokens.close(end) + 1 if tokens.text[end] in ("<", "(") else end + 1
        pack = "..." in tokens.text[first:end]
        at = end - 1
        if (
            at > first
            and tokens.word[at]
            and tokens.text[at] not in _TYPE_WORDS | _PREFIXES
            and tokens.get(at - 1) != "::"
        ):
            name = tokens.text[at]
        else:
            name = f"softhip_parameter_{number}"
            tokens.after[at] += f" {name}"
        names.append(name + "..." if pack else name)
    return names
