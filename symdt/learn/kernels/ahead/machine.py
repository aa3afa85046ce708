"""Machine code of a room of kernels: made by LLVM of the bitcode in the package, once a processor, and kept on disk."""

from __future__ import annotations

import ctypes
import lzma
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from symdt.learn.kernels.ahead import HERE, folders, record, sources_of

__all__ = ["addresses", "called"]

_kept_alive: list[Any] = []  # the code lives as long as its engine


@cache
def addresses(room: str) -> dict[str, int]:
    """Where the kernels of the room begin in memory; none where numba has to compile them."""
    known = record(room)
    if known is None or sys.maxsize < 1 << 62 or os.name == "nt":  # whose lgamma is not the process's own
        return {}
    try:
        import llvmlite
        import llvmlite.binding as llvm

        _start(llvm)
        target = llvm.Target.from_triple(llvm.get_process_triple())
        processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
        machine = target.create_target_machine(cpu=processor, features=features, opt=3, jit=True)
        here = f"{llvmlite.__version__} {target.triple} {processor} {features}"
        digest = blake2s(here.encode(), digest_size=6).hexdigest()
        name = f"{room}-{sources_of(room)}-{digest}.o"
        code = _read(name)
        if code is None:
            code = _made(llvm, machine, room)
            _keep(name, code)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        found = {name: engine.get_function_address(f"symdt_{name}") for name in known["kernels"]}
    except (ImportError, AttributeError, RuntimeError, OSError, lzma.LZMAError):
        return {}  # another LLVM than the file was made for: numba compiles the source
    _kept_alive.append((engine, machine))
    return found if all(found.values()) else {}


def _start(llvm: Any) -> None:
    for step in ("initialize", "initialize_native_target", "initialize_native_asmprinter"):
        try:
            getattr(llvm, step)()
        except (AttributeError, RuntimeError):  # newer LLVMs do the first by themselves, and say so
            if step != "initialize":
                raise


def _made(llvm: Any, machine: Any, room: str) -> bytes:
    """Machine code of the room, from its bitcode."""
    module = llvm.parse_bitcode(lzma.decompress((HERE / f"{room}.bc.xz").read_bytes()))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _read(name: str) -> bytes | None:
    """Code that was kept, if it is whole."""
    for folder in folders():
        try:
            content = (folder / name).read_bytes()
        except OSError:
            continue
        if content[:32] == blake2s(content[32:]).digest():
            return content[32:]
    return None


def _keep(name: str, code: bytes) -> None:
    """Keep the code in the first folder that can be written; whole, or not at all."""
    for folder in folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(blake2s(code).digest() + code)
            Path(file.name).replace(folder / name)
        except OSError:
            continue
        return


def called(address: int, slots: list[Any]) -> Callable[..., int]:
    """The function at an address: what it returns first, what it raises, then its arguments."""
    return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *slots)(address)
