"""Between plain values and DynamoDB's typed ones: the only place that knows `{"S": ...}`."""

from boto3.dynamodb.types import TypeDeserializer, TypeSerializer


class _IntegerDeserializer(TypeDeserializer):
    """Every number of this example is a count: an int, where boto3 would make a Decimal."""

    def _deserialize_n(self, value: str) -> int:
        return int(value)


_SERIALIZER = TypeSerializer()
_DESERIALIZER = _IntegerDeserializer()


def wrap(values: dict) -> dict:
    return {name: _SERIALIZER.serialize(value) for name, value in values.items()}


def unwrap(values: dict) -> dict:
    return {name: _DESERIALIZER.deserialize(value) for name, value in values.items()}
