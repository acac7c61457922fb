import { expect, test } from 'vitest';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';
import { writtenTypes } from './overload-sets.ts';

test.each([
  ['run(java.lang.String name, int... rest)', 'String,int…'],
  ['Out.write(const std::string &text, char *end)', 'const string&,char*'],
  ['Out.write(const std::vector<std::string>& texts)', 'const vector&'],
  ['Out.at(int index) const', 'int,const'],
  ['Out.at() const', 'const'],
  ['Out.at(const)', 'const'],
  ['Out.at()', ''],
  ['Out.at', null],
])('the types of %s', (written, types) => {
  expect(writtenTypes(written)).toBe(types);
});

test.each(['', '*'])('the types of a long name with %j behind it take time that grows with it alone', async (sign) => {
  const nameOf = (length: number): string => `run(${repeated('0', length)}-${sign})`;
  expect(await growthExponent([4_000, 32_000], nameOf, writtenTypes)).toBeLessThan(linear);
});
