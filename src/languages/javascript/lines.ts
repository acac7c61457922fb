/** Definitions that can be recognised on single lines, for broken files in which neither oxc nor tree-sitter finds structure. */
import type { LineRule, LineSyntax } from '../language.ts';

const exported = /^\s*export\b/;
const modifiers = String.raw`^\s{0,40}(?:(?:export|default|declare|abstract|async|const)\s+){0,4}`;

function declarationRule(word: string, kind: LineRule['kind']): LineRule {
  return { pattern: new RegExp(String.raw`${modifiers}${word}\s+([A-Za-z_$][\w$]*)(?=[\s<({=:;]|$)`), kind, exported };
}

const scripts: LineRule[] = [
  declarationRule(String.raw`function\s*\*?`, 'function'),
  declarationRule('class', 'class'),
  // Only without indentation: an indented variable is local to a function.
  {
    pattern:
      /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)(?=\s*=\s*(?:async\s*)?(?:\([^()]{0,200}\)[^={]{0,100}=>|\w+\s*=>|function\b))/,
    kind: 'function',
    exported,
  },
  { pattern: /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)(?=\s*[:=;]|$)/, kind: 'variable', exported },
  {
    pattern:
      /^\s{1,40}(?:(?:public|private|protected|static|override|async|get|set)\s+){0,4}\*?(?!(?:if|for|while|switch|catch|with|function|return|constructor\(\)|super)\b)([A-Za-z_$#][\w$]*)(?=\([^()]{0,300}\)\s*(?::[^{};=]{1,200})?\{\s*\}?\s*$)/,
    kind: 'method',
    exported: /^(?!\s*private\b)/,
  },
];

const types: LineRule[] = [
  declarationRule('interface', 'interface'),
  declarationRule('enum', 'enum'),
  declarationRule('type', 'typeAlias'),
  declarationRule('namespace', 'module'),
];

const comments = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;

export const javascriptLines: LineSyntax = { ...comments, definitions: scripts };
export const typescriptLines: LineSyntax = { ...comments, definitions: [...types, ...scripts] };
