import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

test('pytest passes fixtures to tests and to other fixtures', () => {
  const { actual, expected } = linksOf({
    'app.py': `class Client:
  def ‹@get›get(self): pass
class Other:
  def ‹@other›get(self): pass
class Third:
  def ‹@third›get(self): pass`,
    'conftest.py': `import pytest
from app import Client, Third
@pytest.fixture
def client(): return Client()
@pytest.fixture(scope="session")
async def third() -> Third: ...
def plain(): return Client()`,
    'tests/conftest.py': `from pytest import fixture
from app import Other
@fixture
def nearer():
  with Other() as other:
    yield other
@fixture
def client(client):
  client.‹get›get()
  return client`,
    'tests/unit/test_it.py': `import pytest
from typing import Iterator
from app import Other, Third
@pytest.fixture
def many(client) -> list[Other]:
  return [client.‹get›get()]
@pytest.fixture
def one() -> Iterator[Other]: yield Other()
@pytest.fixture
def own(): return Other()
def test_it(client, nearer, third, many, one, own, plain, missing):
  client.‹get›get(), nearer.‹other›get(), third.‹third›get(), many[0].‹other›get(), one.‹other›get(), own.‹other›get()
  plain.‹?›get(), missing.‹?›get()
@pytest.mark.parametrize("own", [Other, pytest.param(3)])
@pytest.mark.parametrize(("client", "x"), [(Other(), 1), (Third(), 2)])
@pytest.mark.parametrize("nearer, many", unknown())
def test_rows(own, client, x, nearer, many):
  own().‹other›get(), client.‹other,third›get(), nearer.‹?›get(), many.‹?›get()
class TestAll:
  def test_it(self, client, third=3):
    client.‹get›get()
def helper(client):
  client.‹?›get()`,
  });
  expect(actual).toEqual(expected);
});
