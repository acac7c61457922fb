/** Functional languages and proof assistants, read line by line. */
import type { Language, LineSyntax } from '../language.ts';
import { rulesOnce, rules, slashComments, textLanguage, withVisibility } from './text-language.ts';

const haskellLike: LineSyntax = {
  lineComments: ['--'],
  blockComments: [['{-', '-}']],
  definitions: [
    ...rules('module', /^(?:> )?(?:unsafe )?(?:port )?(?:effect )?module\s+([A-Z][\w.']*)/),
    ...rules(
      'class',
      /^(?:> )?(?:data|newtype|record|codata)\s+(?:family\s+|instance\s+)?(?:\([^()]*\)\s*=>\s*)?([A-Z][\w']*)/,
    ),
    ...rules('typeAlias', /^(?:> )?type\s+(?:alias\s+|family\s+)?([A-Z][\w']*)/),
    ...rules(
      'interface',
      /^(?:> )?class\s+(?:\([^()]*\)\s*(?:<=|=>)\s*|[A-Z][\w']*(?: [a-z]\w*)+\s*=>\s*)?([A-Z][\w']*)/,
    ),
    ...rulesOnce(
      'function',
      /^(?:> )?(?:foreign import (?:[\w"]+ )*|export )?([a-z_][\w']*)(?=\s*(?:,[^:]{0,300})?(?:::|:)\s)/,
      /^(?:> )?\(([^\w\s()]+)(?=\)\s*::)/,
    ),
    ...rules('function', /^ {2,4}([a-z_][\w']*)(?=\s*::\s)/),
  ],
  imports: [
    {
      pattern:
        /^(?:> )?import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?([A-Z][\w.']*)(?:\s+qualified)?(?:\s+(?:as)\s+(?<alias>[A-Z][\w.']*))?(?:\s+(?:exposing\s+)?\((?<names>[\w', .]*)\))?/,
    },
    { pattern: /^open\s+import\s+([A-Z][\w.]*)/ },
  ],
};

const ml: LineSyntax = {
  blockComments: [['(*', '*)']],
  definitions: [
    ...rules('module', /^\s{0,8}module\s+(?:rec\s+)?(?!type\b)([A-Z][\w']*)/),
    ...rules('interface', /^\s{0,8}module\s+type\s+(?:of\s+)?([A-Z]\w*)/, /^\s{0,4}(?:signature)\s+([A-Z][\w']*)/),
    ...rules('module', /^\s{0,4}(?:structure|functor)\s+([A-Z][\w']*)/),
    ...rules(
      'typeAlias',
      /^\s{0,8}(?:type|datatype|and)\s+(?:nonrec\s+)?(?:private\s+)?(?:\([^()]*\)\s*|[+-]?'\w+\s+)?([a-z_][\w']*)(?=\s*(?:=|$|:=))/,
    ),
    ...rules(
      'class',
      /^\s{0,8}class\s+(?:virtual\s+)?(?:\[[^\]]*\]\s*)?([a-z_][\w']*)/,
      /^\s{0,8}exception\s+([A-Z]\w*)/,
    ),
    ...rulesOnce(
      'function',
      /^(?:let|and|fun)\s+(?:rec\s+|inline\s+|%\w+\s+)*([a-z_][\w']*)(?=\s+[^=:\s])/,
      /^(?: {2,4})let\s+(?:rec\s+)?([a-z_][\w']*)(?=\s+[^=:\s][^=]*=\s*(?:function\b.*|fun\b.*)?$)/,
      /^\s{0,8}(?:val|external|method)\s+(?:private\s+|virtual\s+|mutable\s+)*([a-z_][\w']*)(?=\s*[:(])/,
    ),
    ...rulesOnce('variable', /^(?:let|val)\s+([a-z_][\w']*)(?=\s*[:=])/),
  ],
  imports: [{ pattern: /^\s{0,8}(?:open!?|include)\s+([A-Z][\w.']*)/ }],
};

/** A symbol of Lisp, as a group. */
const lispName = '([^\\s()\\[\\]{}"\';`,]+)';
/** Matches a form that begins with one of the words, up to the name. */
const lispForm = (words: string): RegExp => new RegExp(`^\\s{0,8}\\((?:${words})\\s+\\(?${lispName}`);

const proof: LineSyntax = {
  definitions: [
    ...rules(
      'function',
      /^\s{0,8}(?:#\[[^\]]*\]\s*|@\[[^\]]*\]\s*)?(?:(?:local|global|private|protected|noncomputable|unsafe|partial|program|polymorphic)\s+){0,4}(?:theorem|lemma|corollary|proposition|remark|fact|example|definition|def|abbrev|instance|fixpoint|cofixpoint|opaque|axiom|parameter|hypothesis|notation|macro|syntax|constant)\s+([\p{L}_][\p{L}\p{N}_.']*)/iu,
    ),
    ...rules(
      'class',
      /^\s{0,8}(?:@\[[^\]]*\]\s*)?(?:private\s+|protected\s+)?(?:inductive|coinductive|structure|record|class|variant)\s+(?:inductive\s+)?([\p{L}_][\p{L}\p{N}_.']*)/iu,
    ),
    ...rules('module', /^\s{0,8}(?:module(?:\s+type)?|section|namespace)\s+([\p{L}_][\p{L}\p{N}_.']*)/iu),
  ],
  imports: [
    { pattern: /^\s{0,4}(?:public\s+)?(?:meta\s+)?import\s+([\w.]+)/ },
    { pattern: /^\s{0,4}(?:From\s+([\w.]+)\s+)?Require\s+(?:Import|Export)/ },
    { pattern: /^\s{0,4}Require\s+(?:Import\s+|Export\s+)?([\w.]+)/ },
  ],
};

export const functional: readonly Language[] = [
  textLanguage('haskell', {
    name: 'Haskell',
    nature: 'code',
    extensions: 'hs lhs hsc hs-boot chs',
    interpreters: 'runghc runhaskell stack',
    lines: haskellLike,
    classifyImport: (module) =>
      /^(Prelude|Control|Data\.(List|Map|Set|Maybe|Char|Either|Foldable|Traversable|Function|Functor|Monoid|Semigroup|IORef|Bits|Word|Int|Kind|Coerce|Proxy|String|Typeable|Tuple|Ratio|Void|Version)|Debug|Foreign|GHC|Numeric|System|Text\.(Read|Show|Printf)|Type|Unsafe)(\.|$)/.test(
        module,
      )
        ? 'builtin'
        : 'external',
    keywords:
      'case class data default deriving do else forall foreign if import in infix infixl infixr instance let mdo module newtype of proc ' +
      'qualified rec then type where family hiding as',
  }),
  textLanguage('purescript', {
    name: 'PureScript',
    nature: 'code',
    extensions: 'purs',
    lines: haskellLike,
    keywords: 'module where import case of let in do data type class instance forall',
  }),
  textLanguage('elm', {
    name: 'Elm',
    nature: 'code',
    extensions: 'elm',
    lines: haskellLike,
    keywords: 'module exposing import case of let in type alias port if then else as',
  }),
  textLanguage('idris', {
    name: 'Idris and Agda',
    nature: 'code',
    extensions: 'idr lidr agda lagda lagda.md',
    lines: { ...haskellLike, lineComments: ['--', '|||'] },
    keywords: 'module where import case of let in do data record interface open using public total with forall',
  }),
  textLanguage('ocaml', {
    name: 'OCaml',
    nature: 'code',
    extensions: 'ml mli mll mly mlp eliom eliomi',
    interpreters: 'ocaml ocamlrun ocamlscript',
    lines: ml,
    keywords:
      'and as assert begin class constraint do done downto else end exception external false for fun function functor if in include ' +
      'inherit initializer lazy let match method module mutable new object of open private rec sig struct then to true try type val ' +
      'virtual when while with',
  }),
  textLanguage('sml', {
    name: 'Standard ML',
    nature: 'code',
    extensions: 'sml sig fun',
    lines: ml,
    keywords: 'structure signature sig struct end fun val let in datatype type of case fn if then else',
  }),
  textLanguage('reason', {
    name: 'Reason and ReScript',
    nature: 'code',
    extensions: 're rei res resi',
    lines: {
      ...slashComments,
      definitions: [
        ...rules('module', /^\s{0,8}module\s+(?:type\s+)?([A-Z]\w*)/),
        ...rules('typeAlias', /^\s{0,8}type\s+(?:rec\s+)?([a-z_]\w*)/),
        ...rulesOnce(
          'function',
          /^\s{0,4}let\s+(?:rec\s+)?([a-z_]\w*)(?=\s*=\s*(?:async\s+)?(?:\(.*=>|\w+\s*=>|fun\b))/,
          /^\s{0,4}external\s+([a-z_]\w*)/,
        ),
        ...rulesOnce('variable', /^let\s+([a-z_]\w*)/),
      ],
      imports: [{ pattern: /^\s{0,4}(?:open|include)\s+([A-Z][\w.]*)/ }],
    },
    keywords: 'let rec type module open external switch if else true false mutable',
  }),
  textLanguage('fsharp', {
    name: 'F#',
    nature: 'code',
    extensions: 'fs fsi fsx fsscript',
    interpreters: 'fsi fsharpi',
    lines: {
      lineComments: ['//'],
      blockComments: [['(*', '*)']],
      definitions: withVisibility(/^(?!.{0,40}\b(?:private|internal)\b)/, [
        ...rules('module', /^\s{0,8}(?:namespace|module)\s+(?:rec\s+)?(?:private\s+|internal\s+|public\s+)?([\w.]+)/),
        ...rules(
          'class',
          /^\s{0,8}(?:type|and)\s+(?:private\s+|internal\s+|public\s+)?(?:\[<[^>]*>\]\s*)?([A-Z]\w*)/,
          /^\s{0,8}exception\s+([A-Z]\w*)/,
        ),
        ...rules(
          'method',
          /^\s{2,12}(?:static\s+)?(?:abstract\s+)?(?:member|override|default|abstract)\s+(?:val\s+)?(?:private\s+|internal\s+|inline\s+)*(?:[\w]+\.)?(\w+)/,
        ),
        ...rulesOnce(
          'function',
          /^ {0,4}(?:let|and)\s+(?:rec\s+|inline\s+|private\s+|internal\s+|mutable\s+)*(?:\(\|)?(\w+)(?=\s*(?:<[^>]*>)?\s*(?:\(|[a-z_]\w*\s*[^=:\s]|[a-z_]\w*\s*=))/,
        ),
        ...rulesOnce('variable', /^ {0,4}let\s+(?:private\s+|internal\s+|mutable\s+)*(\w+)(?=\s*[:=])/),
      ]),
      imports: [
        { pattern: /^\s{0,8}open\s+(?:type\s+)?([\w.]+)/ },
        { pattern: /^#(?:load|r)\s+"([^"]+)/, type: 'local' },
      ],
    },
    classifyImport: (module) => (/^(System|Microsoft|FSharp)(\.|$)/.test(module) ? 'builtin' : 'external'),
    keywords:
      'abstract and as assert base begin class default do done downto elif else end exception extern false finally for fun function global ' +
      'if in inherit inline interface internal lazy let match member module mutable namespace new null of open or override private public ' +
      'rec return sig static struct then to true try type upcast use val void when while with yield',
  }),
  textLanguage('erlang', {
    name: 'Erlang',
    nature: 'code',
    extensions: 'erl hrl escript xrl yrl app.src',
    filenames: ['rebar.config', 'rebar.lock', 'Emakefile'],
    interpreters: 'escript',
    lines: {
      lineComments: ['%'],
      definitions: [
        ...rules('module', /^-module\(\s*'?(\w+)/),
        ...rules('class', /^-record\(\s*'?(\w+)/),
        ...rules('macro', /^-define\(\s*(\w+)/),
        ...rules('typeAlias', /^-(?:type|opaque)\s+'?(\w+)/),
        ...rules('method', /^-callback\s+'?(\w+)/),
        ...rulesOnce('function', /^'?([a-z]\w*)(?='?\()/),
      ],
      imports: [
        { pattern: /^-include\(\s*"([^"]+)/, type: 'local' },
        { pattern: /^-include_lib\(\s*"([^"]+)/, type: 'external' },
        { pattern: /^-import\(\s*(\w+)/ },
        { pattern: /^-behaviou?r\(\s*(\w+)/ },
      ],
    },
    classifyImport: (module) =>
      /^(gen_server|gen_statem|gen_event|gen_fsm|supervisor|application|lists|maps|ets|io|file)$/.test(module)
        ? 'builtin'
        : 'external',
    keywords:
      'after and andalso begin case catch cond end fun if let not of or orelse receive rem try when xor module export spec undefined true false',
  }),
  textLanguage('gleam', {
    name: 'Gleam',
    nature: 'code',
    extensions: 'gleam',
    lines: {
      lineComments: ['//'],
      definitions: withVisibility(/^\s*pub\b/, [
        ...rules('function', /^(?:pub\s+)?fn\s+(\w+)/),
        ...rules('class', /^(?:pub\s+)?(?:opaque\s+)?type\s+([A-Z]\w*)/),
        ...rules('variable', /^(?:pub\s+)?const\s+(\w+)/),
      ]),
      imports: [{ pattern: /^import\s+([\w/]+)/ }],
    },
    keywords: 'pub fn type import const let case use assert todo panic if else as opaque',
  }),
  textLanguage('clojure', {
    name: 'Clojure',
    nature: 'code',
    extensions: 'clj cljs cljc cljd bb edn boot',
    interpreters: 'bb clojure clj lumo planck',
    lines: {
      lineComments: [';'],
      definitions: withVisibility(/^(?!.{0,8}\(defn-)(?!.{0,40}\^:private)/, [
        ...rules('module', /^\s{0,8}\(ns\s+(?:\^\S+\s+)*([\w.*+!?'<>=/-]+)/),
        ...rules('class', /^\s{0,8}\((?:defrecord|deftype)\s+([^\s()[\]{}"]+)/),
        ...rules('interface', /^\s{0,8}\((?:defprotocol|definterface)\s+([^\s()[\]{}"]+)/),
        ...rules('macro', /^\s{0,8}\(defmacro-?\s+(?:\^\S+\s+)*([^\s()[\]{}"]+)/),
        ...rules('variable', /^\s{0,8}\((?:def|defonce|s\/def|defstate)\s+(?:\^\S+\s+)*([^\s()[\]{}"^]+)/),
        ...rules(
          'function',
          /^\s{0,8}\((?:[\w.-]+\/)?(?:defn-?|defmulti|defmethod|deftest|defspec|defalias|>defn-?)\s+(?:\^\S+\s+)*([^\s()[\]{}"^]+)/,
        ),
      ]),
      imports: [
        {
          pattern:
            /^\s*(?:\(:require\s+|\(:use\s+|\(require\s+'?)?\[([\w.*+!?-]+\.[\w.*+!?-]+)(?:\s+(?::as|:as-alias)\s+(?<alias>[\w.-]+))?/,
        },
        { pattern: /^\s*\(:require\s+\[([\w.*+!?-]+)(?:\s+:as\s+(?<alias>[\w.-]+))?/ },
      ],
    },
    classifyImport: (module) => (/^(clojure|cljs|java|javax)\./.test(module) ? 'builtin' : 'external'),
    keywords:
      'def defn defmacro let fn if do loop recur when cond case ns require use import nil true false and or not',
  }),
  textLanguage('lisp', {
    name: 'Lisp',
    nature: 'code',
    extensions: 'lisp lsp cl asd el lfe',
    filenames: ['.emacs', '.spacemacs', 'Cask', '.sbclrc'],
    interpreters: 'sbcl clisp ecl emacs lfe',
    lines: {
      lineComments: [';'],
      blockComments: [['#|', '|#']],
      definitions: [
        ...rules('module', lispForm('defpackage|uiop:define-package|defsystem|asdf:defsystem|provide|defmodule')),
        ...rules('class', lispForm('defclass|defstruct|cl-defstruct|define-condition|defrecord|eieio-defclass')),
        ...rules('typeAlias', lispForm('deftype|cl-deftype')),
        ...rules(
          'macro',
          lispForm('defmacro|cl-defmacro|define-compiler-macro|define-symbol-macro|defsetf|define-modify-macro'),
        ),
        ...rules(
          'function',
          lispForm(
            'defun|defun\\*|cl-defun|defsubst|cl-defsubst|defgeneric|cl-defgeneric|defmethod|cl-defmethod|defadvice|define-advice|' +
              'define-minor-mode|define-derived-mode|define-globalized-minor-mode|define-inline|ert-deftest|defalias|deftest|defhydra|transient-define-prefix',
          ),
        ),
        ...rules(
          'variable',
          lispForm(
            'defvar|defvar-local|defparameter|defconstant|defconst|defcustom|defface|defgroup|defglobal|setq-default',
          ),
        ),
      ],
      imports: [
        { pattern: /^\s{0,4}\(require\s+'?:?([\w.+/-]+)/ },
        { pattern: /^\s{0,4}\(load(?:-file|-library)?\s+"([^"]+)/, type: 'local' },
      ],
    },
    keywords:
      'defun defvar defmacro let if progn lambda setq cond when unless and or not nil require provide interactive car cdr list quote',
  }),
  textLanguage('scheme', {
    name: 'Scheme and Racket',
    nature: 'code',
    extensions: 'scm ss sld sls sps rkt rktd rktl scrbl',
    interpreters: 'racket guile scheme chibi-scheme csi gosh',
    lines: {
      lineComments: [';'],
      blockComments: [['#|', '|#']],
      definitions: [
        ...rules(
          'function',
          /^\s{0,8}\((?:define|define\*|define-public|define\/contract|define\/public|define-values|define-inlinable)\s+\(+([^\s()[\]{}"';`,]+)/,
        ),
        ...rules('macro', lispForm('define-syntax|define-syntax-rule|define-macro|define-simple-macro')),
        ...rules('class', lispForm('define-record-type|define-struct|struct|class|define-class')),
        ...rules('module', lispForm('define-library|define-module|module\\*?|library')),
        ...rules('variable', lispForm('define|define-public|define-parameter')),
      ],
      imports: [{ pattern: /^\s{0,4}\((?:require|import|use-modules|include)\s+"?\(*([\w./+ -]+?)(?=[")\s]*$|"|\))/ }],
    },
    keywords: 'define lambda let if cond else begin set quote and or not car cdr list require provide lang racket base',
  }),
  textLanguage('coq', {
    name: 'Coq',
    nature: 'code',
    extensions: 'coq v',
    claims: (path, head) =>
      path.toLowerCase().endsWith('.coq') ||
      /^[ \t]*(\(\*|(From\s+\S+\s+)?Require\b|(Theorem|Lemma|Definition|Inductive|Section|Set|Open Scope)\s)/m.test(
        head,
      ),
    lines: { ...proof, blockComments: [['(*', '*)']] },
    keywords:
      'theorem lemma proof qed definition fixpoint inductive match with end forall exists fun let in require import export section intros apply rewrite',
  }),
  textLanguage('lean', {
    name: 'Lean',
    nature: 'code',
    extensions: 'lean hlean',
    lines: { ...proof, lineComments: ['--'], blockComments: [['/-', '-/']] },
    keywords:
      'theorem lemma def instance class structure inductive where match with end fun let in import open namespace section variable by exact simp rw',
  }),
  textLanguage('isabelle', {
    name: 'Isabelle',
    nature: 'code',
    extensions: 'thy',
    lines: {
      blockComments: [['(*', '*)']],
      definitions: rules(
        'function',
        /^\s{0,4}(?:theorem|lemma|corollary|definition|fun|primrec|function|abbreviation|inductive|locale|datatype|record|class)\s+(?:\([^()]*\)\s*)?([\w']+)/,
      ),
    },
  }),
  textLanguage('prolog', {
    name: 'Prolog',
    nature: 'code',
    extensions: 'pl pro prolog plt lgt yap',
    interpreters: 'swipl prolog yap gprolog',
    claims: (path, head) =>
      !path.toLowerCase().endsWith('.pl') ||
      (/^[ \t]*:-|^[a-z]\w*(\([^()]*\))?\s*:-/m.test(head) && !/^[ \t]*(use|package|my|sub)\b/m.test(head)),
    lines: {
      lineComments: ['%'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('module', /^:-\s*module\(\s*(\w+)/),
        ...rulesOnce('function', /^([a-z]\w*)(?=(?:\([^\n]*)?\s*(?::-|-->|\.\s*$|\())/),
      ],
      imports: [{ pattern: /^:-\s*(?:use_module|ensure_loaded|consult|include)\(\s*(?:library\()?'?([\w./]+)/ }],
    },
    keywords: 'module use_module is not fail true false write',
  }),
];
