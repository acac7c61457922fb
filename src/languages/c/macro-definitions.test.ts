/** Tests the functions that macros of other files make of the block behind their call. */
import { describe, expect, it } from 'vitest';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';
import { rewriteMacroDefinitions } from './macro-definitions.ts';

describe('rewriteMacroDefinitions', () => {
  it.each([
    ['TEST(Suite, Name)\n{ }', 'T $T(Suite, Name)\n{ }'],
    ['gen(a, b)\n\nTEST_BEGIN(x) {', 'gen(a, b)\n\nT $T_BEGIN(x) {'],
    ['int a;\nTEST_CASE("adds two", "[a]") {', 'int a;\nT $T_CASE( _dds_two        ) {'],
    [
      'SYSCALL_DEFINE2(read, unsigned int, fd,\n\tchar __user *, buf)\n{',
      'S $CALL_DEFINE2(read, unsigned int  fd,\n\tchar        *  buf)\n{',
    ],
    ['BOOST_DATA_TEST_CASE(adds, make(2)) {', 'B $ST_DATA_TEST_CASE(adds         ) {'],
    ['// of a thing\nSTART_TEST(adds) // of two\n{', '// of a thing\nS $RT_TEST(adds) // of two\n{'],
  ])('rewrites %j', (text, rewritten) => {
    expect(rewriteMacroDefinitions(text)).toBe(rewritten);
  });

  it.each([
    'static int\nMAIN(a)\n{',
    'int f(void) {\n  EACH_ITEM(a, b) {\n  }\n}',
    '#define MAKES(a) \\\nTEST(a, b) {',
    'MAIN(int argc, char **argv) {',
    'MODULE_LICENSE("GPL");\nint a[] = {',
    'void Set::add(int a)\nEXCLUDES(mutex_) {',
    'LIMIT(2) {',
    'MAKES(a, b)\n// of {a, b}\nint c;',
  ])('leaves %j alone', (text) => {
    expect(rewriteMacroDefinitions(text)).toBe(text);
  });

  it.each(['TEST(\n', 'TEST(a, ', 'TEST(a, b)\n', 'TEST(a, "b\n', 'TEST(a(\n', 'TEST(a) // b\n'])(
    'reads many repetitions of %j in linear time',
    async (run) => {
      const exponent = await growthExponent(
        [4_000, 32_000],
        (length) => repeated(run, length),
        rewriteMacroDefinitions,
      );
      expect(exponent).toBeLessThan(linear);
    },
  );
});
