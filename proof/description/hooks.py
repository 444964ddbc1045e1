"""What schemathesis asks of every answer beside its own checks (see scripts/schemathesis.mjs)."""

import re

import schemathesis
from schemathesis.generation import GenerationMode

# The shape of a request is refused by these; every other code is a rule of the domain, and names what is wrong in the user's words.
OF_SHAPE = {"BAD_INPUT", "VALUE_INVALID", "FIELD_EMPTY"}

# Refused whatever the schema says: JSON whose keys would reach the prototypes of JavaScript's objects.
PROTOTYPES = re.compile(rb'"(?:__proto__|constructor)"')


def in_words(schema, name):
    """Whether the description says of a field, or of the whole it stands in, what no schema can: a day that is not past."""
    if isinstance(schema, list):
        return any(in_words(one, name) for one in schema)
    if not isinstance(schema, dict):
        return False
    if "description" in schema and "properties" in schema:
        return True
    if schema.get("name") == name and "description" in {**schema, **schema.get("schema", {})}:
        return True
    own = schema.get("properties", {}).get(name, {})
    return "description" in own or any(in_words(one, name) for one in schema.values())


@schemathesis.check
def shape_is_described(ctx, response, case):
    """What the description allows is not refused for its shape."""
    if response.status_code != 400 or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    sent = response.request.body or b""
    if PROTOTYPES.search(sent if isinstance(sent, bytes) else str(sent).encode()):
        return
    said = response.json()
    names = {field["path"].split(".")[-1] for field in said.get("fields", [])}
    if names and all(in_words(case.operation.definition.raw, name) for name in names):
        return
    assert said["status"] not in OF_SHAPE, f"allowed by the description, and refused: {response.text}"
