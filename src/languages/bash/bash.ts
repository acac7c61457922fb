/** Bash and related shells (sh, dash, ksh, zsh, bats). Commands are calls, except for shell builtins. */
import type { DefinitionContext, ImportDraft, Language, ReferenceContext, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';

/** Shell builtins and keywords: no project defines them. */
const builtins = (
  '. : [ [[ { } @test alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec ' +
  'exit export false fc fg getopts hash help history jobs let load local logout mapfile popd printf pushd pwd read readarray readonly return ' +
  'run set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait setopt unsetopt autoload zmodload'
).split(' ');

/** Commands that run the command in their arguments. */
const runners = 'run bats_run trap command exec sudo xargs time nohup env'.split(' ');

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

const query = `
(function_definition name: (word) @name) @definition.function
(command name: (command_name (word) @_test) argument: [(string) (raw_string)] @name (#eq? @_test "@test")) @definition.function
(command name: (command_name (word) @_alias) argument: (concatenation . (word) @name) @definition.macro (#eq? @_alias "alias"))
(command name: (command_name (word) @_alias) argument: (word) @name @definition.macro (#eq? @_alias "alias"))
(variable_assignment name: (variable_name) @name) @definition.variable
(declaration_command (variable_name) @name @definition.variable)

(command name: (command_name (word) @_source) (#any-of? @_source "source" "." "load" "bats_load_library")) @import

(command name: (command_name (word) @_runner) argument: (word) @reference.call.argument (#any-of? @_runner ${quoted(runners)}))
(command_name (word) @reference.call (#not-any-of? @reference.call ${quoted(builtins)}))

(comment) @comment
`;

/**
 * Drops names that are not plain words (`$tool`). Of a runner's arguments, keeps only the command that the runner executes: the first argument that
 * is no option (`run -1 warehouse`). `command -v` executes nothing.
 */
function refineReference({ node, name, kind }: ReferenceContext): ReferenceKind | null {
  if (!/^[\w./:-]+$/.test(name) || name.startsWith('-')) return null;
  let previous = node.previousNamedSibling;
  while (previous !== null && previous.type !== 'command_name') {
    if (!previous.text.startsWith('-') || /^-[vV]$/.test(previous.text)) return null;
    previous = previous.previousNamedSibling;
  }
  return kind;
}

/** Variables found so far, by the file's root. Later assignments are no definitions. */
const variablesSeen = new WeakMap<SyntaxNode, Set<string>>();

function refineKind({ node, root, name, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  if (kind === 'macro') return /^[\w.:-]+$/.test(name) ? kind : null;
  if (kind !== 'variable') return kind;
  // Variables in functions are no definitions. `STAGE=live ship` sets the variable for one command only; `export -f f` names a function.
  if (parentKind === 'function' || node.parent?.type === 'command') return null;
  if (node.type === 'variable_name' && /^\w+( -\w+)* -\w*f/.test(node.parent?.text ?? '')) return null;
  let names = variablesSeen.get(root);
  if (names === undefined) variablesSeen.set(root, (names = new Set()));
  if (names.has(name)) return null;
  names.add(name);
  return kind;
}

/** The declaration around a variable (`export A=1`), where there is one. */
function span(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'variable_assignment' && node.type !== 'variable_name') return node;
  return node.parent?.type === 'declaration_command' ? node.parent : node;
}

/** A bats test ends at the command `}`: its statements are not children of `@test` in the tree. */
function spanEnd(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'command') return node;
  let end = node.nextNamedSibling;
  while (end !== null && !(end.type === 'command' && end.text === '}')) end = end.nextNamedSibling;
  return end ?? node;
}

/** By convention, `_` marks private names. Of the variables, only those in the environment are visible outside of the file. */
function exported({ node, name, kind }: DefinitionContext): boolean {
  if (kind !== 'variable') return !name.startsWith('_');
  return /^(export|(declare|typeset)( -\w+)* -\w*x)\b/.test(span(node).text.slice(0, 80));
}

/** The name of a test is a string, that of an alias the text before `=`, that of a command the last part of its path. */
function nameText(name: SyntaxNode): string {
  const { text } = name;
  if (name.type === 'string' || name.type === 'raw_string') return text.slice(1, -1);
  if (text.includes('=')) return text.slice(0, text.indexOf('='));
  return text.slice(text.lastIndexOf('/') + 1);
}

/** Expressions for the directory of the script itself. */
const ownDirectory =
  /"?\$\(\s*dirname\s+(--\s+)?"?\$(\{BASH_SOURCE(\[0\])?\}|BASH_SOURCE|0|\{0\})"?\s*\)"?|"?\$\{(BASH_SOURCE(\[0\])?|0)%\/\*\}"?/;

/** Whether a file has bats tests, whose `load` includes helpers; by the file's root. */
const bats = new WeakMap<SyntaxNode, boolean>();

function imports(node: SyntaxNode, root: SyntaxNode): ImportDraft[] {
  const command = node.childForFieldName('name')?.text ?? '';
  const argument = node.childForFieldName('argument')?.text ?? '';
  if (command === 'load') {
    let isBats = bats.get(root);
    if (isBats === undefined)
      bats.set(root, (isBats = /^#!.*\bbats\b|^[ \t]*@test |^setup\(\)|\bbats_/m.test(root.text)));
    if (!isBats) return [];
  }
  const module = argument.replace(ownDirectory, '.').replace(/["']/g, '');
  if (module === '') return [];
  const isExternal = command === 'bats_load_library' || module.startsWith('/');
  return [{ module, type: isExternal ? 'external' : 'local', isDynamic: module.includes('$') }];
}

export const bash: Language = {
  id: 'bash',
  name: 'Bash',
  extensions: [
    '.sh',
    '.bash',
    '.zsh',
    '.ksh',
    '.bats',
    '.dash',
    '.mksh',
    '.command',
    '.ebuild',
    '.eclass',
    '.zsh-theme',
  ],
  filenames: [
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.bash_functions',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    '.envrc',
    'bashrc',
    'zshrc',
    'PKGBUILD',
    'APKBUILD',
  ],
  interpreters: ['bash', 'sh', 'dash', 'ksh', 'zsh', 'ash', 'mksh', 'pdksh', 'ksh93', 'rbash', 'bats'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-bash.wasm',
    query,
    imports,
    span,
    spanEnd,
    exported,
    nameText,
    refineKind,
    refineReference,
  },
  classifyImport: (module) => (module.startsWith('/') ? 'external' : 'local'),
  keywords: (
    'case coproc do done elif else esac fi for function if in select then time until while echo printf local export readonly declare ' +
    'typeset return exit set unset shift source eval exec trap test true false dev null bin usr env bash'
  ).split(' '),
};
