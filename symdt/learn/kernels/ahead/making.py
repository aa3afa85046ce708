"""The files of kernels that are half compiled ahead. Run: python -m symdt.learn.kernels.ahead.making

Every kernel is compiled by numba for an ordinary processor, without vectors, from a small question that is asked of it;
LLVM's language of it, cleared of what only calls from Python need, becomes the room's file. Reference counts and memory,
which are numba's runtime's, come from the C library instead (`RUNTIME`).
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from typing import Any

from symdt.learn.kernels.ahead import HERE, ROOMS, sources_of

__all__ = ["make", "make_room"]

PLAIN = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "3", "NUMBA_LOOP_VECTORIZE": "0",
         "NUMBA_SLP_VECTORIZE": "0", "NUMBA_DISABLE_INTEL_SVML": "1"}  # fmt: skip

# An owner of memory: a count of references, three addresses, the size; its entries begin at the next multiple of the
# alignment, after 64 bytes.
RUNTIME = """
declare ptr @malloc(i64)
declare void @free(ptr)
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %more = add i64 %wide, 64
  %room = add i64 %size, %more
  %owner = call ptr @malloc(i64 %room)
  %none = icmp eq ptr %owner, null
  br i1 %none, label %end, label %fill
fill:
  %first = ptrtoint ptr %owner to i64
  %past = add i64 %first, %more
  %least = sub i64 0, %wide
  %at = and i64 %past, %least
  %entries = inttoptr i64 %at to ptr
  store i64 1, ptr %owner
  %a = getelementptr i64, ptr %owner, i64 1
  store ptr null, ptr %a
  %b = getelementptr i64, ptr %owner, i64 2
  store ptr null, ptr %b
  %c = getelementptr i64, ptr %owner, i64 3
  store ptr %entries, ptr %c
  %d = getelementptr i64, ptr %owner, i64 4
  store i64 %size, ptr %d
  br label %end
end:
  ret ptr %owner
}
define void @NRT_MemInfo_call_dtor(ptr %owner) {
  call void @free(ptr %owner)
  ret void
}
define i8 @symdt_last(ptr %count, i64 %less, i32 %condition) {
  %before = atomicrmw sub ptr %count, i64 %less acq_rel
  %is_last = icmp eq i64 %before, %less
  %answer = zext i1 %is_last to i8
  ret i8 %answer
}
"""
#: Code for x86 writes a count of references that comes to 0 like this; any other machine knows the second.
OF_X86, OF_ANY = "@llvm.x86.atomic.sub.cc.i64(", "@symdt_last("


def make() -> None:
    """All files, each in a process of its own, whose numba compiles for an ordinary processor."""
    known: dict[str, Any] = {}
    for room in ROOMS:
        code = f"from symdt.learn.kernels.ahead.making import make_room; make_room({room!r})"
        with (
            tempfile.TemporaryDirectory() as folder
        ):  # nothing of this goes into the user's cache, nor comes from it
            settings = {**os.environ, **PLAIN, "NUMBA_CACHE_DIR": folder}
            done = subprocess.run(
                [sys.executable, "-c", code], env=settings, stdout=subprocess.PIPE, check=True
            )
        known[room] = json.loads(done.stdout.splitlines()[-1])
    (HERE / "rooms.json").write_text(json.dumps(known, indent=1) + "\n", encoding="ascii")


def _ask(room: str) -> None:
    """A question that the kernels of the room answer."""
    import numpy as np

    g = np.random.default_rng(1)
    arities = {"mixed": (2, 2, 3, 2)}[room]
    columns = np.stack([g.integers(0, a, 60) for a in (*arities, 3)])
    rows, times = np.unique(columns, axis=1, return_counts=True)
    family = import_module("symdt.learn.kernels.family").Family(rows[:-1], rows[-1], times, arities, 3)
    import_module("symdt.learn.kernels.lattice.whole").whole_scores(family, "bdeu", 1.0, 1, None)


def make_room(room: str) -> None:
    """The file of one room; prints what it holds."""
    import llvmlite.binding as llvm
    import numba

    from symdt.learn.kernels.ahead.ready import ENTRIES

    for module in ROOMS[room]:
        if "lattice/" in module:
            import_module("symdt.learn.kernels." + module.replace("/", "."))
    for entry in ENTRIES[room]:
        entry.__dict__["ahead"] = None
    _ask(room)
    whole = llvm.parse_assembly(RUNTIME)
    kernels: dict[str, Any] = {}
    for entry in ENTRIES[room]:
        ((types, found),) = entry.by_numba.overloads.items()
        text = found.library.get_llvm_str().replace(OF_X86, OF_ANY)
        if "@llvm.x86." in text:
            raise RuntimeError(f"{entry.name} holds what only one kind of processor knows")
        part = llvm.parse_assembly(text)
        part.get_function(found.fndesc.llvm_func_name).name = f"symdt_{entry.name}"
        whole.link_in(part)
        gives = found.signature.return_type != numba.types.none
        kernels[entry.name] = {"takes": [k for t in types for k in _kinds(t)], "gives": gives}
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name.removeprefix("symdt_") in kernels else "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    target = llvm.Target.from_triple(whole.triple or llvm.get_process_triple())
    plain = target.create_target_machine(cpu="generic", opt=1)
    tuning = llvm.create_pipeline_tuning_options(speed_level=1)
    for what in ("loop_vectorization", "slp_vectorization", "loop_interleaving", "loop_unrolling"):
        setattr(tuning, what, False)  # each processor has its own width
    builder = llvm.create_pass_builder(plain, tuning)
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    (HERE / f"{room}.bc.xz").write_bytes(lzma.compress(whole.as_bitcode(), preset=9))
    print(json.dumps({"sources": sources_of(room), "numba": numba.__version__, "kernels": kernels}))


def _kinds(of: Any) -> list[str]:
    """The kinds of numbers (`passing.kinds`) that a type of numba is passed as."""
    import numba

    if isinstance(of, numba.types.Array):
        if of.layout != "C":
            raise TypeError(f"{of}: expected arrays of one stretch")
        return [f"{of.dtype}[{of.ndim}]"]
    if isinstance(of, numba.types.BaseTuple):
        return [k for t in of.types for k in _kinds(t)]
    return ["bool" if of == numba.types.boolean else "float" if isinstance(of, numba.types.Float) else "int"]


if __name__ == "__main__":
    make()
