/** Documents: section titles are their definitions. */
import type { Language } from '../language.ts';
import { rules, textLanguage } from './text-language.ts';

const licences = ['LICENSE', 'LICENCE', 'COPYING', 'COPYRIGHT', 'NOTICE', 'UNLICENSE', 'PATENTS'];
const notes = [
  'README',
  'CHANGELOG',
  'CHANGES',
  'AUTHORS',
  'CONTRIBUTORS',
  'MAINTAINERS',
  'INSTALL',
  'NEWS',
  'TODO',
  'VERSION',
  'THANKS',
];

export const prose: readonly Language[] = [
  textLanguage('markdown', {
    name: 'Markdown',
    nature: 'prose',
    extensions: 'md markdown mdx mdown mkd mkdn mdwn qmd rmd livemd mdc',
    lines: {
      blockComments: [['<!--', '-->']],
      fence: /^ {0,9}(```|~~~)/,
      headings: { mark: '#', underlines: '=-' },
    },
  }),
  textLanguage('restructuredtext', {
    name: 'reStructuredText',
    nature: 'prose',
    extensions: 'rst rest',
    lines: {
      headings: { underlines: '=-`:\'"~^_*+#<>.' },
      definitions: rules(
        'function',
        /^ {0,8}\.\. (?:(?:py|c|cpp|js|rst):)?(?:auto)?(?:function|method|classmethod|staticmethod|macro|decorator):: (?:[\w.]+\.)?(\w+)/,
      ).concat(
        rules('class', /^ {0,8}\.\. (?:(?:py|cpp|js):)?(?:auto)?(?:class|exception|struct):: (?:[\w.]+\.)?(\w+)/),
      ),
    },
  }),
  textLanguage('asciidoc', {
    name: 'AsciiDoc',
    nature: 'prose',
    extensions: 'adoc asciidoc asc',
    lines: { lineComments: ['//'], fence: /^(-{4,}|={4,}|\.{4,}|`{3,})\s*$/, headings: { mark: '=' } },
  }),
  textLanguage('org', {
    name: 'Org',
    nature: 'prose',
    extensions: 'org',
    lines: { headings: { mark: '*' } },
  }),
  textLanguage('latex', {
    name: 'LaTeX',
    nature: 'prose',
    extensions: 'tex ltx sty bib dtx ins',
    lines: {
      lineComments: ['%'],
      definitions: [
        ...rules(
          'module',
          /^\s*\\(?:part|chapter|section|subsection|subsubsection|paragraph)\*?(?:\[[^\]]*\])?\{([^{}]+)/,
        ),
        ...rules('macro', /^\s*\\(?:re)?newcommand\*?\{?\\(\w+)/, /^\s*\\def\\(\w+)/, /^\s*\\newenvironment\{(\w+)/),
        ...rules('class', /^\s*@\w+\{([^,\s{}]+)(?=,)/),
      ],
      imports: [
        { pattern: /^\s*\\(?:input|include|bibliography|addbibresource)\{([^{}]+)/, type: 'local' },
        { pattern: /^\s*\\usepackage(?:\[[^\]]*\])?\{([^{}]+)/ },
      ],
    },
  }),
  textLanguage('roff', { name: 'Roff', nature: 'prose', extensions: 'roff man 1 3 5 7 8 mdoc' }),
  textLanguage('texinfo', { name: 'Texinfo', nature: 'prose', extensions: 'texi texinfo txi' }),
  textLanguage('plaintext', {
    name: 'Plain text',
    nature: 'prose',
    extensions: 'txt text log nfo srt vtt diff patch rej po pot',
    filenames: [...licences, ...notes, 'CODEOWNERS', 'OWNERS', 'HACKING', 'FAQ'],
  }),
];
