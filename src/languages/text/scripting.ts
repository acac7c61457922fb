/** Scripting, scientific and application languages, read line by line. */
import type { Language } from '../language.ts';
import { rulesOnce, rules, slashComments, textLanguage, withVisibility } from './text-language.ts';

/** Matches a method as in Java: modifiers and a type, the name, parameters, then a body or an arrow. */
const method =
  /^ {0,8}(?!(?:return|else|if|for|while|switch|case|do|throw|new|await|yield|catch|assert|super|this)\b)(?:[\w<>?,.[\]@]{1,60} ){0,6}(?:get |set |operator ?)?([\w$]{1,100})(?=\s?(?:<[\w ,]{1,80}>)?\([^;]{0,400}(?:\{\}?|=>.{0,400}|[(,])\s*$)/;

export const scripting: readonly Language[] = [
  textLanguage('r', {
    name: 'R',
    nature: 'code',
    extensions: 'r rprofile rscript',
    filenames: ['.Rprofile', 'NAMESPACE', 'DESCRIPTION'],
    interpreters: 'Rscript R littler',
    lines: {
      lineComments: ['#'],
      definitions: withVisibility(/^\s*[^.\s]/, [
        ...rules('function', /^\s{0,4}`?([\w.]+)(?=`?\s*(?:<-|<<-|=)\s*(?:function\b|\\\())/),
        ...rules(
          'class',
          /^\s{0,4}([\w.]+)(?=\s*(?:<-|=)\s*(?:R6::)?R6Class\b)/,
          /^\s{0,4}(?:methods::)?set(?:Ref)?Class\(\s*["']([\w.]+)/,
        ),
        ...rules(
          'function',
          /^\s{0,4}(?:methods::)?set(?:Generic|Method|Validity|ReplaceMethod)\(\s*(?:f\s*=\s*)?["']([\w.[$<-]+)/,
        ),
        ...rulesOnce('variable', /^([A-Za-z.][\w.]*)(?=\s*(?:<-|<<-)\s)/),
      ]),
      imports: [
        {
          pattern:
            /^\s*(?:suppressPackageStartupMessages\()?(?:library|require|requireNamespace|loadNamespace)\(\s*["']?([\w.]+)/,
        },
        { pattern: /^\s*source\(\s*["']([^"']+)/, type: 'local' },
        { pattern: /^#'\s*@(?:import|importFrom)\s+([\w.]+)/ },
      ],
    },
    classifyImport: (module) =>
      /^(base|stats|utils|graphics|grDevices|methods|datasets|tools|parallel|splines|grid|compiler|tcltk)$/.test(module)
        ? 'builtin'
        : 'external',
    keywords: 'function if else for while repeat in next break return true false null na inf nan library require',
  }),
  textLanguage('julia', {
    name: 'Julia',
    nature: 'code',
    extensions: 'jl',
    interpreters: 'julia',
    lines: {
      lineComments: ['#'],
      blockComments: [['#=', '=#']],
      definitions: [
        ...rules('module', /^\s{0,8}(?:bare)?module\s+(\w+)/),
        ...rules('class', /^\s{0,8}(?:@\w+\s+)?(?:mutable\s+)?struct\s+(\w+)/, /^\s{0,8}primitive\s+type\s+(\w+)/),
        ...rules('interface', /^\s{0,8}abstract\s+type\s+(\w+)/),
        ...rules('macro', /^\s{0,8}macro\s+(\w+)/),
        ...rules(
          'function',
          /^\s{0,16}(?:@\w+\s+)?function\s+(?:\w+\.){0,3}([\w!]+)/,
          /^\s{0,4}(?:@inline\s+)?(?:\w+\.){0,3}([\w!]+)(?=\([^()]{0,300}\)(?:::[\w{}.]+)?\s*(?:where\s+[^=]{1,80})?=(?!=))/,
        ),
        ...rulesOnce('variable', /^const\s+(\w+)/),
      ],
      imports: [
        {
          pattern:
            /^\s{0,8}(?:using|import)\s+(\.{0,4}[\w.]+)(?:\s+as\s+(?<alias>\w+))?(?:\s*:\s*(?<names>[\w, !@]+))?/,
        },
        { pattern: /^\s{0,8}include\("([^"]+)/, type: 'local' },
      ],
    },
    classifyImport: (module) =>
      module.startsWith('.')
        ? 'local'
        : /^(Base|Core|Main|LinearAlgebra|Random|Statistics|Test|Dates|Printf|SparseArrays|Distributed|Pkg|Logging|Markdown|UUIDs|Sockets|Serialization|REPL|Unicode)$/.test(
              module.split('.')[0]!,
            )
          ? 'builtin'
          : 'external',
    keywords:
      'abstract baremodule begin break catch const continue do else elseif end export false finally for function global if import in let local macro module mutable nothing primitive quote return struct true try type using where while',
  }),
  textLanguage('perl', {
    name: 'Perl',
    nature: 'code',
    extensions: 'pl pm t pod psgi pl6 pm6 raku rakumod rakutest xs cgi',
    filenames: ['cpanfile', 'Makefile.PL', 'Build.PL', 'Rexfile', '.perltidyrc', '.perlcriticrc'],
    interpreters: 'perl raku perl6',
    lines: {
      lineComments: ['#'],
      fence: /^(=)(?:pod|head\d|over|begin|for|encoding)\b/,
      definitions: withVisibility(/^\s*(?:(?:my|our|state|multi)\s+)?\w+\s+(?!_)/, [
        ...rules('module', /^\s{0,4}(?:package|unit\s+module|module)\s+([\w:]+)/),
        ...rules('class', /^\s{0,4}(?:unit\s+)?(?:class|role|grammar)\s+([\w:]+)/),
        ...rules(
          'function',
          /^\s{0,8}(?:(?:my|our|multi|proto)\s+)?(?:sub|method|submethod|token|rule|regex|fun)\s+(?:\w+::)*([\w-]+)/,
        ),
        ...rules('variable', /^\s{0,4}use\s+constant\s+\{?\s*(\w+)/, /^our\s+[$@%](\w+)/),
        ...rules('property', /^\s{0,4}has\s+\+?["']?(\w+)/),
      ]),
      imports: [
        {
          pattern:
            /^\s{0,8}(?:use|require|no)\s+(?:if\s+[^,]{1,80},\s*)?(?:parent\s+(?:-norequire,\s*)?(?:qw\(|')|base\s+(?:qw\(|'))?([A-Z][\w:]*)(?:\s+qw[(/](?<names>[\w\s$@%&]*))?/,
        },
        { pattern: /^\s{0,8}(?:require|do)\s+["']([^"']+)/, type: 'local' },
      ],
    },
    classifyImport: (module) =>
      /^(Carp|Config|Cwd|Data::Dumper|Digest::(MD5|SHA)|Encode|English|Exporter|Fcntl|File::(Basename|Copy|Find|Path|Spec|Temp|stat)|FindBin|Getopt::(Long|Std)|IO::(File|Handle|Socket|Select)|IPC::Open[23]|List::Util|MIME::Base64|POSIX|Scalar::Util|Socket|Storable|Symbol|Sys::Hostname|Term::ANSIColor|Test::(More|Simple)|Text::(ParseWords|Wrap)|Time::(HiRes|Local|Piece)|Tie::\w+|Benchmark|B|DB_File|Errno|I18N::Langinfo|Math::Big\w+|Module::\w+|PerlIO|Pod::\w+|Safe|Thread::\w+|UNIVERSAL|Unicode::\w+)$/.test(
        module,
      )
        ? 'builtin'
        : 'external',
    keywords:
      'my our local sub use package require return if else elsif unless while until for foreach last next redo do eval die print printf shift push pop keys values defined undef ref bless strict warnings qw eq ne lt gt le ge and or not',
  }),
  textLanguage('groovy', {
    name: 'Groovy',
    nature: 'code',
    extensions: 'groovy gradle gvy gy gsh jenkinsfile nf',
    filenames: ['Jenkinsfile', 'nextflow.config'],
    interpreters: 'groovy nextflow',
    lines: {
      ...slashComments,
      definitions: withVisibility(/^(?!\s*(?:\w+\s+)?private\b)/, [
        ...rules('module', /^package\s+([\w.]+)/),
        ...rules(
          'class',
          /^\s{0,8}(?:(?:public|private|protected|abstract|final|static)\s+){0,4}(?:class|trait|record)\s+(\w+)/,
        ),
        ...rules('interface', /^\s{0,8}(?:public\s+|private\s+)?@?interface\s+(\w+)/),
        ...rules('enum', /^\s{0,8}(?:public\s+|private\s+)?enum\s+(\w+)/),
        ...rules(
          'function',
          /^\s{0,8}(?:(?:private|static|public|protected|final)\s+){0,3}def\s+(?:["'])?(\w[\w ]{0,150})(?=["']?\s*\()/,
        ),
        ...rules(
          'function',
          /^\s{0,8}(?:task|process|workflow)\s+(\w+)/,
          /^\s{0,8}tasks\.(?:register|create)\(\s*["'](\w+)/,
        ),
        ...rules('function', method),
      ]),
      imports: [
        { pattern: /^\s{0,4}import\s+(?:static\s+)?([\w.]+(?:\.\*)?)(?:\s+as\s+(?<alias>\w+))?/ },
        { pattern: /^\s*apply\s+from:\s*["']([^"']+)/, type: 'local' },
      ],
    },
    classifyImport: (module) => (/^(java|javax|groovy)\./.test(module) ? 'builtin' : 'external'),
    keywords:
      'def class interface enum trait import package return if else for in while switch case new this super null true false static final private public void int string boolean as assert throws implements extends',
  }),
  textLanguage('visualbasic', {
    name: 'Visual Basic',
    nature: 'code',
    extensions: 'vb vbs bas frm cls vba ctl',
    interpreters: 'cscript',
    lines: {
      lineComments: ["'", 'REM'],
      definitions: withVisibility(/^(?!\s*Private\b)/i, [
        ...rules('module', /^\s*(?:(?:public|friend|private)\s+)?(?:module|namespace)\s+([\w.]+)/i),
        ...rules(
          'class',
          /^\s*(?:(?:public|friend|private|protected|mustinherit|notinheritable|partial|shared)\s+){0,4}(?:class|structure|type)\s+(\w+)/i,
        ),
        ...rules('interface', /^\s*(?:(?:public|friend|private)\s+)?interface\s+(\w+)/i),
        ...rules('enum', /^\s*(?:(?:public|friend|private)\s+)?enum\s+(\w+)/i),
        ...rules(
          'function',
          /^\s*(?:<[^>]*>\s*)?(?:(?:public|friend|private|protected|shared|overrides|overridable|overloads|mustoverride|async|static|partial|iterator)\s+){0,5}(?:sub|function)\s+(\w+)/i,
        ),
        ...rules(
          'property',
          /^\s*(?:(?:public|friend|private|protected|shared|overrides|overridable|readonly|writeonly|default)\s+){0,5}property\s+(?:get\s+|let\s+|set\s+)?(\w+)/i,
        ),
      ]),
      imports: [{ pattern: /^\s*Imports\s+(?:\w+\s*=\s*)?([\w.]+)/i }],
    },
    classifyImport: (module) => (/^(System|Microsoft)(\.|$)/i.test(module) ? 'builtin' : 'external'),
    keywords:
      'sub function end if then else elseif dim as new byval byref string integer boolean long object for each next while wend do loop select case return class module property get set public private friend shared nothing true false and or not is imports',
  }),
  textLanguage('matlab', {
    name: 'MATLAB and Octave',
    nature: 'code',
    extensions: 'm mlx',
    interpreters: 'octave matlab',
    claims: (path, head) =>
      path.toLowerCase().endsWith('.mlx') ||
      (/^[ \t]*(%|function\b|classdef\b|clear\b|close all|##? |pkg load|addpath\()/m.test(head) &&
        !/^[ \t]*(#\s*(import|include)|@(interface|implementation|protocol|class|import)\b|\/\/|\/\*)/m.test(head)),
    lines: {
      lineComments: ['%', '#'],
      blockComments: [['%{', '%}']],
      definitions: [
        ...rules('class', /^\s*classdef\s*(?:\([^()]*\)\s*)?(\w+)/),
        ...rules('function', /^\s{0,8}function\s+(?:(?:\[[^\]]*\]|\w+)\s*=\s*)?(?:[gs]et\.)?(\w+)/),
      ],
      imports: [{ pattern: /^\s{0,8}import\s+([\w.]+)/ }],
    },
    keywords:
      'function end if else elseif for while switch case otherwise return break continue true false classdef properties methods global persistent zeros ones size length',
  }),
  textLanguage('coffeescript', {
    name: 'CoffeeScript',
    nature: 'code',
    extensions: 'coffee litcoffee cson iced ls civet',
    filenames: ['Cakefile'],
    interpreters: 'coffee lsc',
    lines: {
      lineComments: ['#'],
      blockComments: [['###', '###']],
      definitions: [
        ...rules('class', /^\s{0,8}(?:module\.exports\s*=\s*|export\s+(?:default\s+)?)?class\s+(?:[\w@]+\.)*(\w+)/),
        ...rules(
          'function',
          /^\s{0,4}(?:export\s+)?(?:@|[\w.]+\.)?([\w$]+)(?=\s*[:=]\s*(?:\([^()]{0,200}\)\s*)?[-=]>)/,
        ),
        ...rulesOnce('variable', /^([\w$]+)(?=\s*=[^=])/),
      ],
      imports: [
        { pattern: /^\s{0,4}import\s+(?:[^'"\n]{1,200}\sfrom\s+)?["']([^"']+)/ },
        { pattern: /^.{0,100}\brequire[( ]\s*["']([^"']+)/ },
      ],
    },
    classifyImport: (module) => (module.startsWith('.') ? 'local' : 'external'),
    keywords:
      'class extends if else unless then for in of while until do return new null undefined true false and or not is isnt super this require module exports',
  }),
  textLanguage('gdscript', {
    name: 'GDScript',
    nature: 'code',
    extensions: 'gd',
    lines: {
      lineComments: ['#'],
      definitions: withVisibility(/^\s*(?:\w+\s+)*[a-zA-Z]\w*\s+[^_]/, [
        ...rules('class', /^(?:class_name|\s{0,8}class)\s+(\w+)/),
        ...rules('function', /^\s{0,8}(?:static\s+)?func\s+(\w+)/),
        ...rules('enum', /^\s{0,4}enum\s+(\w+)/),
        ...rules('property', /^signal\s+(\w+)/),
        ...rules(
          'variable',
          /^(?:@\w+(?:\([^()]*\))?\s+)*(?:export(?:\([^()]*\))?\s+|onready\s+)*(?:var|const)\s+(\w+)/,
        ),
      ]),
      imports: [
        { pattern: /^extends\s+"?([\w./:]+)/ },
        { pattern: /^.{0,100}\b(?:preload|load)\("([^"]+)/, type: 'local' },
      ],
    },
    keywords:
      'func var const class extends signal enum if elif else for while match return pass self true false null onready export static void int float bool string',
  }),
  textLanguage('smalltalk', {
    name: 'Smalltalk',
    nature: 'code',
    extensions: 'st sts',
    lines: { definitions: rules('class', /^\w+\s+subclass:\s*#(\w+)/, /^Class\s*\{\s*#name\s*:\s*#?(\w+)/) },
  }),
];
