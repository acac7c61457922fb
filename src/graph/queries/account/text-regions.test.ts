import { describe, expect, it } from 'vitest';
import { regionRulesOf } from '../../languages/question-rules.ts';
import { textRegions } from './text-regions.ts';

/** What the places marked with `x` are. */
function regionsOf(language: string, text: string): string[] {
  return textRegions(
    regionRulesOf(language),
    text,
    [...text.matchAll(/\bx\b/g)].map(({ index }) => index),
  );
}

describe('comments and strings', () => {
  it.each([
    ['typescript', "x // x\n/* x\n x */ x 'x' x", 'code comment comment comment code string code'],
    ['typescript', '`x ${x} ${f("x")} x` x', 'string code string string code'],
    ['typescript', "s.split(/'/); x", 'code'],
    ['python', 'x # x\n"""x\nx""" + x + f"x {x} {f(\'x\')}"', 'code comment string string code string code string'],
    ['rust', '\'x\' x &\'a x r#"x " x"# // x\n"x', 'string code code string string comment string'],
    ['go', "`x\nx` x '\"' x // x", 'string string code code comment'],
    ['java', '"""\nx\n""" x "\\"x" x', 'string code string code'],
    ['csharp', '@"x\\" x $"x {x} x" /* x', 'string code string code string comment'],
    ['kotlin', '"x ${x} $x" x', 'string code code code'],
    ['ruby', 'x # x\n:x "x #{x}" x\n<<~END\n x\nEND\nx', 'code comment string string code code string code'],
    ['php', '$a = "x $x"; # x\n\'x\'', 'string code comment string'],
    ['lua', 'x -- x\n--[[ x\nx ]] x [[ x ]]', 'code comment comment comment code string'],
    ['swift', '"x \\(x)" x', 'string code code'],
    ['cpp', 'R"a(x)" x)a" x', 'string string code'],
  ])('%s: %s', (language, text, expected) => {
    expect(regionsOf(language, text).join(' ')).toBe(expected);
  });

  it.each([
    ['typescript', '`'],
    ['kotlin', '"""'],
    ['php', '"'],
    ['csharp', '@$"'],
    ['python', 'f"""'],
  ])('a long string of %s with many openings', (language, opening) => {
    expect(regionsOf(language, `${opening}${'${'.repeat(500_000)} '}' x`)).toEqual(['string']);
    expect(regionsOf(language, `${opening}${'${ x '.repeat(100_000)}`)).toHaveLength(100_000);
  });
});
