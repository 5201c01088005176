"""The words of HIP that are not C++, said in C++.

A HIP source is read twice, as for a GPU: once as device code, where every kernel brings its record along
(``softhip::Kernel``), and once as host code, where every kernel is a stub that launches it. Both begin as preprocessed
text; nothing is moved to another line, so the compiler's messages name the user's lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hrr.softhipcc.declarations import (
    Kernel,
    declared_name,
    read_kernel,
    skip_attribute,
    statement_start,
    template_header,
)
from hrr.softhipcc.tokens import Tokens

_VARIABLE_KINDS = {"__device__": 0, "__constant__": 1, "__managed__": 2}
_FUNCTION_WORDS = frozenset({"__device__", "__host__", "__grid_constant__"})
_INTERESTING = frozenset(
    {"__global__", "__shared__", "__launch_bounds__", "__noinline__", *_VARIABLE_KINDS, *_FUNCTION_WORDS}
)
_DEVICE_KERNEL = "inline __attribute__((always_inline, used))"
_HOST_KERNEL = "__attribute__((used, noinline))"
_KEY = tuple[str, int, str]  # file, line and name of a variable: the same in both passes


@dataclass
class Device:
    """Device code, ready to compile. ``variables[n]`` is the source of the record ``softhip_variable_n``."""

    text: str
    kernels: int
    variables: list[_KEY] = field(default_factory=list)


def has_device_code(source: str) -> bool:
    """Whether preprocessed source defines anything for the device, or launches anything."""
    return any(word in source for word in ("__global__", "__device__", "__constant__", "__managed__", "<<<"))


def device(source: str) -> Device:
    """Preprocessed source as device code."""
    rewriter = _Rewriter(Tokens(source), host=False, symbols={})
    rewriter.run()
    return Device(str(rewriter.tokens), rewriter.kernels, rewriter.variables)


def host(source: str, symbols: dict[_KEY, str]) -> str:
    """Preprocessed source as host code. ``symbols`` names the managed variables as the code object does."""
    rewriter = _Rewriter(Tokens(source), host=True, symbols=symbols)
    rewriter.run()
    return "static void** softhip_module();\n" + str(rewriter.tokens)


class _Rewriter:
    def __init__(self, tokens: Tokens, host: bool, symbols: dict[_KEY, str]) -> None:
        self.tokens = tokens
        self.host = host
        self.symbols = symbols
        self.kernels = 0
        self.variables: list[_KEY] = []
        self.scopes: list[str] = []  # of every open brace: "namespace", "class" or "block"

    def run(self) -> None:
        tokens = self.tokens
        i = 0
        while i < len(tokens):
            text = tokens.text[i]
            if text == "{":
                self.scopes.append(self._scope(i))
            elif text == "}":
                if self.scopes:
                    self.scopes.pop()
            elif text == "<" and tokens.adjacent(i, "<", 3):
                self._launch(i)
            elif text in _INTERESTING:
                self._word(i, text)
            i += 1

    def _word(self, i: int, text: str) -> None:
        tokens = self.tokens
        if text == "__global__":
            self._kernel(i)
        elif text == "__shared__":
            self._shared(i)
        elif text == "__noinline__":
            if tokens.get(i - 1) not in ("(", ","):  # not inside of __attribute__((__noinline__))
                tokens.text[i] = "__attribute__((noinline))"
        elif text == "__launch_bounds__":
            if tokens.get(i + 1) == "(":
                tokens.drop(i, tokens.close(i + 1) + 1)
        elif text not in _VARIABLE_KINDS or not self._variable(i, text):
            tokens.text[i] = ""
            tokens.lead[i] = tokens.lead[i] or " "

    def _scope(self, i: int) -> str:
        """What the brace at ``i`` opens."""
        tokens = self.tokens
        k = template_header(tokens, statement_start(tokens, i))
        words = []
        while k < i:
            after = skip_attribute(tokens, k)
            if after == k and tokens.text[k]:
                words.append(tokens.text[k])
            k = max(after, k + 1)
        if "namespace" in words[:2] or (words[:1] == ["extern"] and words[-1].startswith('"')):
            return "namespace"
        return "class" if words[:1] and words[0] in ("struct", "class", "union") and "(" not in words else "block"

    def _at_namespace_scope(self) -> bool:
        return all(scope == "namespace" for scope in self.scopes)

    # Kernels.

    def _kernel(self, i: int) -> None:
        tokens = self.tokens
        kernel = read_kernel(tokens, i)
        tokens.text[i] = ""
        if kernel.body is None:
            return
        self.kernels += 1
        if self.host:
            tokens.text[i] = _HOST_KERNEL
            self._stub(kernel)
            return
        words = tokens.text[kernel.start : kernel.name_at]
        tokens.text[i] = _DEVICE_KERNEL if "inline" not in words else _DEVICE_KERNEL.partition(" ")[2]
        record = f"::softhip::Kernel<{kernel.pointer}, static_cast<unsigned>({kernel.bounds})>"
        tokens.after[kernel.body[0]] = (
            f" static_cast<void>(&{record}::softhip_record); static_cast<void>(&{record}::softhip_symbol);"
        )

    def _stub(self, kernel: Kernel) -> None:
        tokens = self.tokens
        assert kernel.body is not None
        first, last = kernel.body
        for k in range(first + 1, last):
            # Only line markers and newlines stay.
            kept = [line if line.lstrip().startswith("#") else "" for line in tokens.lead[k].split("\n")]
            tokens.lead[k] = "\n".join(kept) or " "
            tokens.text[k] = "\n" * tokens.text[k].count("\n")
        arguments = "".join(
            f", (void*)__builtin_addressof({name.removesuffix('...')}){'...' if name.endswith('...') else ''}"
            for name in kernel.parameters
        )
        tokens.after[first] = f" ::softhip::launch(reinterpret_cast<const void*>({kernel.pointer}){arguments});"

    # Launches: kernel<<<configuration>>>(arguments)

    def _launch(self, i: int) -> None:
        tokens = self.tokens
        close = self._end_of_configuration(i)
        if close is None:
            return  # not a launch
        callee = self._start_of_callee(i)
        last = tokens.close(close + 3)
        # The configuration changes places with the kernel's name, which stays on its line.
        words = "".join((self.tokens.lead[k] and " ") + tokens.text[k] for k in range(i + 3, close)).strip()
        if self.host:
            tokens.before[callee] += f"(::softhip::push({words}) ? static_cast<void>(0) : "
            tokens.after[last] += ")"
        else:
            # Never executed: it makes the instantiation of a kernel template.
            tokens.before[callee] += f"(false ? (static_cast<void>(::softhip::push({words})), "
            tokens.after[last] += ") : static_cast<void>(0))"
        tokens.drop(i, close + 3)

    def _end_of_configuration(self, i: int) -> int | None:
        tokens = self.tokens
        k = i + 3
        while k < len(tokens):
            text = tokens.text[k]
            if text in ("(", "[", "{", "[["):
                k = tokens.close(k)
            elif text in (")", "]", "}", ";"):
                return None
            elif text == ">" and tokens.adjacent(k, ">", 3) and tokens.get(k + 3) == "(":
                return k
            k += 1
        return None

    def _start_of_callee(self, i: int) -> int:
        tokens = self.tokens
        k = i - 1
        while True:
            while tokens.get(k) in (")", "]"):  # a call, an index, or a name in parentheses
                k = tokens.open(k) - 1
                if not (k >= 0 and (tokens.word[k] or tokens.text[k] in (">", ")", "]"))) or tokens.get(k) in _KEYWORDS:
                    return k + 1
            if tokens.get(k) == ">":
                k = tokens.open(k) - 1
            if k < 0 or not tokens.word[k]:
                raise tokens.error(i, "what is launched here?")
            if tokens.get(k - 1) == "template":
                k -= 1
            if tokens.get(k - 1) in ("::", ".", "->"):
                joint = tokens.get(k - 1)
                k -= 2
                if joint == "::" and not (k >= 0 and (tokens.word[k] or tokens.text[k] == ">")):
                    return k + 1
                if joint == "::" and tokens.get(k) in _KEYWORDS:
                    return k + 1
                continue
            return k

    # Shared memory.

    def _shared(self, i: int) -> None:
        tokens = self.tokens
        start = statement_start(tokens, i)
        end = i
        while tokens.get(end) not in (";", ""):
            end = tokens.close(end) + 1 if tokens.get(end) in ("(", "[", "{") else end + 1
        if "extern" in tokens.text[start:i] or tokens.get(i + 1) == "extern":
            self._dynamic_shared(i, start, end)
            return
        replacement = "thread_local" if "static" in tokens.text[start:i] else "static thread_local"
        # alignas stands before the specifiers.
        if tokens.get(i + 1) == "alignas":
            last = tokens.close(i + 2)
            replacement = f"{tokens.source(i + 1, last + 1)} {replacement}"
            tokens.drop(i + 1, last + 1)
        tokens.text[i] = replacement

    def _dynamic_shared(self, i: int, start: int, end: int) -> None:
        """``extern __shared__ T name[][N];`` becomes a pointer to what the launch gave."""
        tokens = self.tokens
        words: list[str] = []
        dimensions, name, k = "", "", start
        while k < end:
            after = skip_attribute(tokens, k)
            if after != k:
                k = after
                continue
            text = tokens.text[k]
            if text == "[":
                close = tokens.close(k)
                if not name:
                    name = words.pop()
                else:
                    dimensions += tokens.source(k, close + 1)
                k = close + 1
                continue
            if text not in ("extern", "__shared__", ""):
                words.append(text)
            k += 1
        kind = " ".join(words)
        if not name or not kind:
            raise tokens.error(i, "extern __shared__ declares one array: extern __shared__ T name[]")
        if self._at_namespace_scope():
            if dimensions:
                kind = f"std::remove_reference_t<decltype(*static_cast<{kind} (*){dimensions}>(nullptr))>"
            declaration = f"[[maybe_unused]] static ::softhip::DynamicShared<{kind}> {name}"
        elif dimensions:
            cast = f"static_cast<{kind} (*){dimensions}>(::softhip::dynamic_shared())"
            declaration = f"[[maybe_unused]] {kind} (*const {name}){dimensions} = {cast}"
        else:
            cast = f"static_cast<{kind}*>(::softhip::dynamic_shared())"
            declaration = f"[[maybe_unused]] {kind}* const {name} = {cast}"
        tokens.drop(start, end)
        tokens.text[start] = declaration

    # Variables.

    def _variable(self, i: int, word: str) -> bool:
        """Whether ``word`` belongs to a variable; then it is dealt with."""
        tokens = self.tokens
        if tokens.get(i - 1) in ("]", ")"):  # a lambda
            return False
        start = statement_start(tokens, i)
        head = template_header(tokens, start)
        body = self._class_body(head)
        stop = self._declarator_end(body + 1 if body else head)
        if stop is None:
            return False
        end = stop
        while tokens.get(end) not in (";", ""):
            end = tokens.close(end) + 1 if tokens.get(end) in ("(", "[", "{") else end + 1
        words = set(tokens.text[head:stop])
        kinds = [_VARIABLE_KINDS[text] for text in tokens.text[head:stop] if text in _VARIABLE_KINDS]
        for k in range(head, stop):
            if tokens.text[k] in _VARIABLE_KINDS:
                tokens.text[k] = ""
                tokens.lead[k] = tokens.lead[k] or " "
        in_class = self.scopes[-1:] == ["class"]
        if head != start or ("extern" in words and "=" not in tokens.text[stop:end]) or in_class:
            return True  # a template, a declaration
        names = self._declared_names(body + 1 if body else head, end, typed=body is not None)
        if 2 in kinds and len(names) != 1:
            raise tokens.error(i, "declare one __managed__ variable at a time")
        if 2 in kinds and self.host:
            self._managed(names[0], end)
            return True
        tokens.text[i] = "__attribute__((used))"
        if not self.host:
            records = []
            for at in names:
                name = self._qualified(at)
                record = f"softhip_variable_{len(self.variables)}"
                records.append(
                    f" __attribute__((used, retain)) static const ::softhip::Variable {record}"
                    f" = {{&{name}, sizeof({name}), alignof(decltype({name})), {max(kinds)}}};"
                )
                self.variables.append((*tokens.where(at), tokens.text[at]))
            tokens.after[end] += "".join(records)
        return True

    def _declarator_end(self, first: int) -> int | None:
        """Where the declared name of a variable ends: at "=", "[", ";", "{" or ","; None for a function."""
        tokens = self.tokens
        k = first
        while k < len(tokens):
            after = skip_attribute(tokens, k)
            if after != k:
                k = after
                continue
            text = tokens.text[k]
            if text in ("=", "[", ";", "{", ","):
                return k
            if text == "(":
                if tokens.get(k - 1) == "decltype":
                    k = tokens.close(k)
                elif tokens.get(k + 1) == "*":
                    return tokens.close(k) + 1  # a pointer to a function
                else:
                    return None
            elif text == "<" and tokens.word[k - 1] and tokens.text[k - 1] != "operator":
                k = tokens.close(k)
            elif text == "operator":
                return None
            k += 1
        return None

    def _class_body(self, first: int) -> int | None:
        """The end of the body of a class that the declaration at ``first`` defines as well."""
        tokens = self.tokens
        k, has_key = first, False
        while tokens.get(k) not in ("", ";", "=", "(", "["):
            if tokens.text[k] == "{":
                return tokens.close(k) if has_key else None
            has_key = has_key or tokens.text[k] in ("struct", "class", "union", "enum")
            k = max(skip_attribute(tokens, k), k + 1)
        return None

    def _declared_names(self, first: int, end: int, typed: bool) -> list[int]:
        """The names declared in [first, end). ``typed``: the type stands before ``first``."""
        tokens = self.tokens
        names = []
        for start, stop in tokens.split(first, end):
            k = start
            while k < stop and tokens.text[k] not in ("=", "{"):
                k = tokens.close(k) + 1 if tokens.text[k] in ("[", "(") else k + 1
            at = declared_name(tokens, start, k, qualified=True)
            if at is None and (typed or start != first):  # `int a, b`: the second has no type before it
                at = next((n for n in range(start, k) if tokens.word[n] and tokens.text[n] != "const"), None)
            if at is None:
                raise tokens.error(start, "cannot read this declaration of a device variable")
            names.append(at)
        return names

    def _qualified(self, at: int) -> str:
        first = at
        while self.tokens.get(first - 1) == "::" and self.tokens.word[first - 2]:
            first -= 2
        return "".join(self.tokens.text[first : at + 1])

    def _managed(self, at: int, end: int) -> None:
        """The host reaches a managed variable through a reference to where the runtime put it."""
        tokens = self.tokens
        name = tokens.text[at]
        symbol = self.symbols.get((*tokens.where(at), name), name)
        tokens.text[at] = initial = f"softhip_initial_{name}"
        kind = f"decltype({initial})"
        tokens.after[end] += (
            f" static void* softhip_pointer_{name}; static {kind}& {name} __attribute__((unused)) ="
            f" *static_cast<{kind}*>(::softhip::managed(softhip_module(), &softhip_pointer_{name}, &{initial},"
            f' "{symbol}", sizeof({initial}), alignof({kind})));'
        )


_KEYWORDS = frozenset({"return", "else", "do", "case", "if", "while", "for", "switch", "co_return", "throw"})
