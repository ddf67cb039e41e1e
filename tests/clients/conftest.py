import pytest

from tests.clients.asking import WIRES, Wire


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> Wire:
    """Every test that takes it runs over both wire formats."""
    chosen: Wire = request.param
    return chosen
