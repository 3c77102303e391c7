"""Small faults in Python source: one operator, number, word or condition changed at a time."""

import ast
import copy
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

COMPARISONS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class PythonMutant:
    """One fault in one module.

    Attributes:
        module: its name, e.g. ``"scorer.points"``.
        label: where and what, for people.
        tree: the module with the fault.
    """

    module: str
    label: str
    tree: ast.Module

    def apply(self) -> None:
        """Put the fault into the running program: functions keep their identity and get the faulty code."""
        module = importlib.import_module(self.module)
        before = dict(vars(module))
        exec(compile(self.tree, str(module.__file__), "exec"), vars(module))  # noqa: S102
        for name, old in before.items():
            new = vars(module)[name]
            if new is not old and isinstance(old, FunctionType) and old.__module__ == self.module:
                old.__code__, old.__defaults__ = new.__code__, new.__defaults__
                setattr(module, name, old)


def python_mutants(module: ModuleType) -> Iterator[PythonMutant]:
    """Every fault of a module, in the order of its lines."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    tree = ast.parse(source)
    skipped = _left_alone(tree)
    places = [node for node in ast.walk(tree) if id(node) not in skipped]
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    for node in sorted(places, key=lambda node: (getattr(node, "lineno", 0), numbers[id(node)])):
        for label, change in _changes(node):
            faulty = copy.deepcopy(tree)
            target = next(twin for number, twin in enumerate(ast.walk(faulty)) if number == numbers[id(node)])
            change(target)
            where = f"{module.__name__.replace('.', '/')}.py:{getattr(node, 'lineno', 0)}"
            yield PythonMutant(module.__name__, f"{where} {label}", faulty)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    """What can be made wrong at a node: a label, and a function that does it to a copy of the node."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = COMPARISONS[type(operator)]
            yield (
                f"{type(operator).__name__} -> {other.__name__}",
                lambda twin, place=place, other=other: twin.ops.__setitem__(place, other()),
            )
    elif isinstance(node, ast.BoolOp):
        swapped = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"-> {swapped.__name__}", lambda twin: setattr(twin, "op", swapped())
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        swapped = OPERATORS[type(node.op)]
        yield (
            f"{type(node.op).__name__} -> {swapped.__name__}",
            lambda twin: setattr(twin, "op", swapped()),
        )
    elif isinstance(node, ast.UnaryOp):
        # Two minus signs, or none: `not x` becomes `not not x`.
        yield (
            f"without {type(node.op).__name__}",
            lambda twin: setattr(twin, "operand", ast.UnaryOp(twin.op, twin.operand, lineno=1, col_offset=0)),
        )
    elif isinstance(node, ast.Constant):
        yield from _other_values(node.value)


def _other_values(value: object) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    others: list[object] = []
    if isinstance(value, bool):
        others = [not value]
    elif isinstance(value, int):
        others = [value + 1, value - 1]
    elif isinstance(value, str) and value:
        others = [value + "X"]
    for other in others:
        yield f"{value!r} -> {other!r}", lambda twin, other=other: setattr(twin, "value", other)


def _left_alone(tree: ast.Module) -> set[int]:
    """Docstrings, annotations, imports and decorators: they decide nothing about a hand."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts = [node.value]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            parts = [node]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.args, node.returns, *node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = list(node.decorator_list)
        for part in parts:
            if part is not None:
                found |= {id(inner) for inner in ast.walk(part)}
    return found
