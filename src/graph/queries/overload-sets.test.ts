import { expect, test } from 'vitest';
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
