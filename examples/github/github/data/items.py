"""Between entities and items: application attributes, indexing attributes and the Type."""

from dataclasses import fields

from ..entities import ENTITIES, Entity
from . import keys
from .designs import Layout


def attribute_name(field: str) -> str:
    """`repo_owner` in Python is `RepoOwner` in the table."""
    return "".join(word.capitalize() for word in field.split("_"))


def to_item(entity: Entity, layout: Layout) -> dict:
    return (
        keys.of(entity).attributes()
        | layout.index_keys(entity)
        | {"Type": entity.type}
        | _application_attributes(entity)
    )


def from_item(item: dict) -> Entity:
    """The entity of an item or of an index row; what the row lacks stays `None`."""
    entity = ENTITIES[item["Type"]]
    names = {field.name: attribute_name(field.name) for field in fields(entity)}
    return entity(**{field: item[name] for field, name in names.items() if name in item})


def _application_attributes(entity: Entity) -> dict:
    values = {attribute_name(field.name): getattr(entity, field.name) for field in fields(entity)}
    return {name: value for name, value in values.items() if value is not None}
