import pytest

from browser import Browser
from server import Server


# The browser's own line about a town without a map.
NO_MAP = [r"sectors\?town=.*404"]


@pytest.fixture(scope="session")
def server():
    server = Server()
    server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
def shared_browser(server):
    browser = Browser(server.origin)
    yield browser
    browser.close()


@pytest.fixture
def browser(shared_browser):
    """The browser of all tests, on a desktop; nothing may be complained of, nobody else asked."""
    shared_browser.look(1280)
    yield shared_browser
    assert shared_browser.complaints(NO_MAP) == []
    assert shared_browser.strangers() == []
