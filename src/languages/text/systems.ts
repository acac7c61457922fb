/** Low-level compiled languages, read line by line. */
import type { Language } from '../language.ts';
import { cFunction, cLikeRules } from './c-like.ts';
import { rules, slashComments, textLanguage, withVisibility } from './text-language.ts';

export const systems: readonly Language[] = [
  textLanguage('zig', {
    name: 'Zig',
    nature: 'code',
    extensions: 'zig zon',
    lines: {
      lineComments: ['//'],
      definitions: withVisibility(/^\s*(pub|export|test)\b/, [
        ...rules(
          'function',
          /^\s{0,40}(?:pub\s+)?(?:export\s+|inline\s+|noinline\s+|extern\s+(?:"[^"]*"\s+)?)?fn\s+(?:@")?(\w+)/,
        ),
        ...rules('enum', /^\s{0,40}(?:pub\s+)?const\s+(\w+)(?=\s*(?::\s*type\s*)?=\s*(?:extern\s+|packed\s+)?enum\b)/),
        ...rules(
          'class',
          /^\s{0,40}(?:pub\s+)?const\s+(\w+)(?=\s*(?::\s*type\s*)?=\s*(?:extern\s+|packed\s+)?(?:struct|union|opaque)\b)/,
        ),
        ...rules('typeAlias', /^\s{0,40}(?:pub\s+)?const\s+(\w+)(?=\s*=\s*error\s*\{)/),
        ...rules(
          'variable',
          /^\s{0,4}pub\s+(?:export\s+)?(?:threadlocal\s+)?(?:const|var)\s+(\w+)(?!.{0,80}=\s*@import\()/,
          /^(?:threadlocal\s+)?(?:const|var)\s+(\w+)(?!.{0,80}=\s*@import\()/,
        ),
        ...rules('function', /^\s{0,8}test\s+"([^"]{1,200})/),
      ]),
      imports: [
        { pattern: /^.{0,80}=\s*@import\("([^"]+)/ },
        { pattern: /^\s*(?:_|pub usingnamespace)\s*=?\s*@import\("([^"]+)/ },
      ],
    },
    classifyImport: (module) =>
      module.endsWith('.zig') || module.endsWith('.zon')
        ? 'local'
        : /^(std|builtin|root)$/.test(module)
          ? 'builtin'
          : 'external',
    keywords:
      'align allowzero and asm async await break callconv catch comptime const continue defer else enum errdefer error export extern false fn ' +
      'for if inline noalias null opaque or orelse packed pub resume return struct suspend switch test threadlocal true try undefined union ' +
      'unreachable usingnamespace var void volatile while usize bool',
  }),
  textLanguage('nim', {
    name: 'Nim',
    nature: 'code',
    extensions: 'nim nims nimble',
    interpreters: 'nim',
    lines: {
      lineComments: ['#'],
      blockComments: [['#[', ']#']],
      definitions: withVisibility(/^\s*(?:\w+\s+)?[`\w]+\*/, [
        ...rules(
          'function',
          /^\s{0,8}(?:proc|func|iterator|converter)\s+`?([\w=+\-*/<>[\]]+?)(?=`?\*?\s*[([:={]|`?\*?$)/,
        ),
        ...rules('method', /^\s{0,8}method\s+`?(\w+)/),
        ...rules('macro', /^\s{0,8}(?:template|macro)\s+`?(\w+)/),
        ...rules(
          'class',
          /^\s{0,4}(?:type\s+)?([A-Z]\w*)(?=\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\.\})?\s*=\s*(?:ref\s+|ptr\s+)?(?:object|tuple|concept)\b)/,
        ),
        ...rules('enum', /^\s{0,4}(?:type\s+)?([A-Z]\w*)(?=\*?\s*(?:\{\.[^}]*\.\})?\s*=\s*enum\b)/),
        ...rules('variable', /^(?:const|let|var)\s+(\w+)/),
      ]),
      imports: [
        { pattern: /^\s{0,4}(?:import|include)\s+([\w./]+)(?:\s+as\s+(?<alias>\w+))?/ },
        { pattern: /^\s{0,4}from\s+([\w./]+)\s+import\b/ },
      ],
    },
    classifyImport: (module) =>
      /^(std\/|(system|os|strutils|sequtils|tables|json|times|math|options|macros|asyncdispatch)$)/.test(module)
        ? 'builtin'
        : 'external',
    keywords:
      'proc func method template macro iterator type object ref ptr var let const import from include if elif else case of for while return result discard block when true false nil and or not',
  }),
  textLanguage('crystal', {
    name: 'Crystal',
    nature: 'code',
    extensions: 'cr',
    interpreters: 'crystal',
    lines: {
      lineComments: ['#'],
      definitions: withVisibility(/^(?!\s*(?:private|protected)\b)/, [
        ...rules('class', /^\s{0,16}(?:private\s+)?(?:abstract\s+)?(?:class|struct|annotation)\s+([A-Z][\w:]*)/),
        ...rules('module', /^\s{0,16}(?:private\s+)?(?:module|lib)\s+([A-Z][\w:]*)/),
        ...rules('enum', /^\s{0,16}(?:private\s+)?enum\s+([A-Z][\w:]*)/),
        ...rules('typeAlias', /^\s{0,16}(?:alias)\s+([A-Z]\w*)/),
        ...rules('macro', /^\s{0,16}(?:private\s+)?macro\s+(\w+)/),
        ...rules(
          'function',
          /^\s{0,24}(?:private\s+|protected\s+)?(?:abstract\s+)?(?:def|fun)\s+(?:self\.)?([\w?!=]+)/,
        ),
        ...rules('property', /^\s{0,16}(?:property|getter|setter)[?!]?\s+(\w+)/),
      ]),
      imports: [{ pattern: /^\s{0,4}require\s+"([^"]+)/ }],
    },
    keywords:
      'def class module struct end if else elsif unless case when while until do begin rescue ensure return yield require include extend self nil true false property getter',
  }),
  textLanguage('d', {
    name: 'D',
    nature: 'code',
    extensions: 'd di',
    interpreters: 'rdmd dub',
    claims: (path, head) =>
      path.toLowerCase().endsWith('.di') ||
      /^[ \t]*(module|import|@safe|version|unittest|alias|void main)\b/m.test(head),
    lines: {
      lineComments: ['//'],
      blockComments: [
        ['/*', '*/'],
        ['/+', '+/'],
      ],
      definitions: withVisibility(/^(?!\s*private\b)/, [
        ...rules('module', /^\s{0,4}module\s+([\w.]+)/),
        ...rules('class', /^\s{0,8}(?:\w+\s+){0,4}(?:template)\s+(\w+)/),
        ...rules('typeAlias', /^\s{0,8}alias\s+(?<alias>\w+)(?=\s*=)/),
        ...cLikeRules,
        ...rules('function', cFunction),
      ]),
      imports: [{ pattern: /^\s{0,8}(?:public\s+|static\s+|private\s+)*import\s+(?:\w+\s*=\s*)?([\w.]+)/ }],
    },
    classifyImport: (module) => (/^(std|core|etc)\./.test(module) ? 'builtin' : 'external'),
    keywords:
      'module import class struct interface enum alias auto const immutable void int string bool return if else foreach while switch case unittest public private static true false null this',
  }),
  textLanguage('odin', {
    name: 'Odin, Jai and V',
    nature: 'code',
    extensions: 'odin jai vv vsh c3',
    lines: {
      ...slashComments,
      definitions: [
        ...rules(
          'function',
          /^\s{0,4}(\w+)(?=\s*::\s*(?:#\w+\s+)?(?:proc\b|\())/,
          /^(?:pub\s+)?fn\s+(?:\([^()]*\)\s*)?(\w+)/,
        ),
        ...rules(
          'class',
          /^\s{0,4}(\w+)(?=\s*::\s*(?:distinct\s+)?(?:struct|union|bit_set)\b)/,
          /^(?:pub\s+)?struct\s+(\w+)/,
        ),
        ...rules('enum', /^\s{0,4}(\w+)(?=\s*::\s*enum\b)/, /^(?:pub\s+)?enum\s+(\w+)/),
        ...rules('variable', /^(\w+)(?=\s*::)/),
      ],
      imports: [{ pattern: /^\s*(?:foreign\s+)?import\s+(?:\w+\s+)?"([^"]+)/ }],
    },
    keywords: 'proc struct enum union import package fn return if else for in switch case when defer true false nil',
  }),
  textLanguage('objectivec', {
    name: 'Objective-C',
    nature: 'code',
    extensions: 'm mm',
    lines: {
      ...slashComments,
      definitions: [
        { pattern: /^\s{0,4}@(?:interface|implementation)\s+(\w+)/, kind: 'class', until: /^\s*@end\b/ },
        { pattern: /^\s{0,4}@protocol\s+(\w+)(?=[^;]*$)/, kind: 'interface', until: /^\s*@end\b/ },
        ...rules('method', /^\s{0,4}[-+]\s*\([^()]*(?:\([^()]*\)[^()]*)?\)\s*(\w+)/),
        ...rules('property', /^\s{0,4}@property\s*(?:\([^()]*\))?[^;()]{0,200}?[\s*](\w+)(?=\s*(?:;|NS_|__|API_))/),
        ...rules('typeAlias', /^\s{0,4}typedef\s+(?:NS_ENUM|NS_OPTIONS)\s*\([^,()]*,\s*(\w+)/),
        ...cLikeRules,
        ...rules('function', cFunction),
      ],
      imports: [
        { pattern: /^\s*#\s*(?:import|include)\s+"([^"]+)/, type: 'local' },
        { pattern: /^\s*#\s*(?:import|include)\s+<([^>]+)/, type: 'external' },
        { pattern: /^\s*@import\s+([\w.]+)/, type: 'external' },
      ],
    },
    keywords:
      'interface implementation protocol end property nonatomic strong weak copy assign readonly self super nil yes no id void int return if else for while static const import include',
  }),
  textLanguage('solidity', {
    name: 'Solidity',
    nature: 'code',
    extensions: 'sol cairo move vy',
    lines: {
      ...slashComments,
      definitions: withVisibility(/^(?!.*\b(?:private|internal)\b)/, [
        ...rules(
          'class',
          /^\s{0,8}(?:abstract\s+)?(?:contract|library|struct)\s+(\w+)/,
          /^\s{0,8}(?:event|error)\s+(\w+)/,
        ),
        ...rules('interface', /^\s{0,8}interface\s+(\w+)/),
        ...rules('enum', /^\s{0,8}enum\s+(\w+)/),
        ...rules('typeAlias', /^\s{0,8}type\s+(\w+)/),
        ...rules('module', /^\s{0,8}module\s+([\w:]+)/),
        ...rules(
          'function',
          /^\s{0,8}(?:public\s+|entry\s+|native\s+|pub\s+)*(?:function|modifier|fun|fn|def)\s+(\w+)/,
          /^\s{0,8}(constructor|receive|fallback)(?=\s*\()/,
        ),
      ]),
      imports: [
        { pattern: /^\s{0,4}import\s+(?:[\w\s{},*]{1,300}\sfrom\s+)?["']([^"']+)/ },
        { pattern: /^\s{0,4}use\s+([\w:]+)/ },
      ],
    },
    keywords:
      'contract library interface function modifier event error struct enum mapping address uint256 uint bytes32 public private internal external view pure payable returns return require emit memory storage calldata if else for while true false pragma solidity import',
  }),
  textLanguage('vala', {
    name: 'Vala, QML and Haxe',
    nature: 'code',
    extensions: 'vala vapi qml hx apex as',
    lines: {
      ...slashComments,
      definitions: withVisibility(/^(?!\s*private\b)/, [
        ...rules('module', /^\s{0,4}(?:namespace|package)\s+([\w.]+)/),
        ...cLikeRules,
        ...rules(
          'function',
          /^\s{0,12}(?:(?:public|private|static|override|inline|async|internal|protected)\s+){0,4}function\s+(\w+)/,
        ),
        ...rules('property', /^\s{0,12}(?:readonly\s+|default\s+)?(?:property|signal)\s+(?:\w+\s+)?(\w+)/),
        ...rules('method', cFunction),
      ]),
      imports: [{ pattern: /^\s{0,4}(?:import|using)\s+"?([\w./]+)(?:[\s\d.]+as\s+(?<alias>\w+))?/ }],
    },
    keywords:
      'class public private static void int string bool return if else for foreach while switch case new this null true false import using namespace override var function property signal',
  }),
];
