"""What one command prints: its answer, then its bill."""

import json
from dataclasses import asdict, is_dataclass

from .data import Page, Request, add


def answer_text(answer) -> str:
    match answer:
        case None:
            return "nothing to show"
        case Page():
            lines = [_entity_text(entity) for entity in answer.entities]
            return "\n".join(lines + ([f"more: --after '{answer.cursor}'"] * bool(answer.cursor)))
    return _entity_text(answer)


def bill_text(requests: list[Request]) -> str:
    lines = [f"{request.operation}: {_units_text(request)}" for request in requests]
    if len(requests) > 1:
        write = sum(add(request.write for request in requests).values())
        read = sum(add(request.read for request in requests).values())
        lines.append(f"together: {write:g} write units, {read:g} read units")
    return "\n".join(lines)


def _units_text(request: Request) -> str:
    units, kind = (request.write, "write") if request.write else (request.read, "read")
    arms = ", ".join(f"{arm} {value:g}" for arm, value in units.items())
    return f"{request.total:g} {kind} units ({arms})"


def _entity_text(entity) -> str:
    if not is_dataclass(entity):
        return json.dumps(entity)
    known = {name: value for name, value in asdict(entity).items() if value is not None}
    return f"{entity.type} {json.dumps(known, default=sorted)}"
