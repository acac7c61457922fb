import { describe, expect, it } from 'vitest';
import { isSupport, isTestData, namedAfter, namedAfterDefinition, nearness, testName } from './test-names.ts';

describe('namedAfter', () => {
  it.each([
    ['src/foo.ts', 'src/foo.test.ts'],
    ['src/foo.ts', 'test/foo.spec.ts'],
    ['src/pkg/cli.py', 'tests/test_cli.py'],
    ['src/main/java/org/x/StringUtils.java', 'src/test/java/org/x/StringUtilsTest.java'],
    ['middleware/compress.go', 'middleware/compress_test.go'],
    ['src/http-client.ts', 'test/HttpClient.test.ts'],
    ['src/parser/index.ts', 'test/parser.test.ts'],
    ['src/parser.ts', 'test/parser/index.spec.mjs'],
    ['clap_builder/src/parser/mod.rs', 'tests/builder/parser.rs'],
  ])('%s is tested by %s', (source, test) => {
    expect(namedAfter(source)(testName(test))).toBeGreaterThanOrEqual(0.6);
  });

  it.each([
    ['src/foo.ts', 'src/bar.test.ts'],
    ['src/foo.ts', 'src/barfoo.test.ts'],
    ['src/index.ts', 'test/index.test.ts'],
    ['foo.ts', 'test/test.ts'],
  ])('%s is not tested by %s', (source, test) => {
    expect(namedAfter(source)(testName(test))).toBe(0);
  });

  it('puts the same name before a longer one, and near folders before distant ones', () => {
    const fits = namedAfter('src/store/user.ts');
    const order = [
      'test/store/user.test.ts',
      'test/cart/user.test.ts',
      'test/store/user-names.test.ts',
      'test/x.test.ts',
    ];
    expect(order.toSorted((a, b) => fits(testName(b)) - fits(testName(a)))).toEqual(order);
  });
});

it.each([
  ['res.format', 'test/res.format.js', 1],
  ['parseUrl', 'tests/test_parse_url.py', 1],
  ['Url.~1.parseQuery', 'tests/test_url_parse_query.py', 1],
  ['Url.parseQuery', 'tests/test_parse_query.py', 0.6],
  ['get', 'test/get.test.ts', 0.5],
  ['Url.get', 'test/get.test.ts', 0],
  ['parse', 'test/parse-url.test.ts', 0],
])('of %s, %s is named after it: %d', (qualified, test, expected) => {
  expect(namedAfterDefinition(qualified)(testName(test))).toBe(expected);
});

it('recognises data that tests read', () => {
  expect(isTestData('test/fixtures/a.test.ts')).toBe(true);
  expect(isTestData('tests/fixtures.py')).toBe(false);
});

it('compares folders, except those that only separate tests from sources', () => {
  expect(nearness('src/a/b/x.ts', 'test/a/b/x.test.ts')).toBe(1);
  expect(nearness('src/a/b/x.ts', 'test/a/x.test.ts')).toBe(0.5);
  expect(nearness('x.go', 'x_test.go')).toBe(1);
  expect(nearness('a/x.go', 'b/x_test.go')).toBe(0);
});

it.each([
  ['tests/conftest.py', true],
  ['test/support/login.js', true],
  ['test/test-setup.ts', true],
  ['benches/parse.rs', true],
  ['tests/test_utils_more.py', false],
  ['src/a.test.ts', false],
])('%s is code that tests use, not a test: %s', (path, expected) => {
  expect(isSupport(path)).toBe(expected);
});
