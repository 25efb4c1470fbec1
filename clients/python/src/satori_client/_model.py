"""What all models of answers have in common."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Fields go by their Python names and by those of the wire; ones of later versions are kept in `model_extra`."""

    model_config = ConfigDict(extra="allow", frozen=True, validate_by_name=True, validate_by_alias=True)
