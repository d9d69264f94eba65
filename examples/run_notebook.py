"""Run the notebook and keep what it prints; with --check, see that it still prints the same.

It needs no Jupyter: cells run in order in one process, as `Run all` would run them.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).with_name("walkthrough.ipynb")


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of a cell: what it prints, and what its last line is worth."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        outputs.append({"output_type": "display_data", "metadata": {}, "data": show(value)})
    return outputs


def show(value: Any) -> dict[str, Any]:
    """A value as a notebook shows it: pictures as pictures."""
    if not hasattr(value, "save"):
        return {"text/plain": repr(value).splitlines(keepends=True)}
    file = io.BytesIO()
    value.save(file, "png", optimize=True)
    picture = base64.b64encode(file.getvalue()).decode("ascii")
    return {"image/png": picture, "text/plain": ["a picture"]}


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """The outputs without pictures, which may look a little different elsewhere."""
    return ["".join(each.get("text") or each["data"]["text/plain"]) for each in outputs]


def main() -> int:
    """Run all cells; 1 if one of them printed something else than what is kept."""
    os.chdir(NOTEBOOK.parent)
    notebook, names, changed = json.loads(NOTEBOOK.read_text("utf-8")), {"__name__": "cell"}, 0
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        kept, cell["outputs"] = cell["outputs"], run_cell("".join(cell["source"]), names)
        if texts(kept) != texts(cell["outputs"]):
            print(f"cell {number}: {texts(kept)} is now {texts(cell['outputs'])}")
            changed += 1
    if "--check" in sys.argv[1:]:
        return 1 if changed else 0
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
