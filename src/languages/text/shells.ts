/** Shells and the small languages around them, read line by line. */
import type { Language } from '../language.ts';
import { rulesOnce, hashComments, rules, textLanguage, withVisibility } from './text-language.ts';

export const shells: readonly Language[] = [
  textLanguage('powershell', {
    name: 'PowerShell',
    nature: 'code',
    extensions: 'ps1 psm1 psd1 ps1xml',
    interpreters: 'pwsh powershell',
    lines: {
      lineComments: ['#'],
      blockComments: [['<#', '#>']],
      definitions: [
        ...rules('function', /^\s{0,8}(?:function|filter|workflow|configuration)\s+(?:\w+:)?([\w-]+)/i),
        ...rules('class', /^\s{0,4}class\s+(\w+)/i),
        ...rules('enum', /^\s{0,4}enum\s+(\w+)/i),
        ...rules('method', /^\s{4,8}(?:static\s+|hidden\s+)*\[[\w.[\]]+\]\s*(\w+)(?=\s*\()/i),
        ...rulesOnce('variable', /^\$(?:script:|global:)?(\w+)(?=\s*=)/i),
      ],
      imports: [
        { pattern: /^\s{0,8}(?:Import-Module|using\s+(?:module|namespace))\s+(?:-Name\s+)?["']?([\w.\\/$-]+)/i },
        { pattern: /^\s{0,8}\.\s+["']?([\w.\\/${}-]+\.ps1)/i, type: 'local' },
        { pattern: /^#Requires\s+-Modules?\s+([\w.]+)/i },
      ],
    },
    keywords:
      'function param begin process end if else elseif foreach for while do switch return try catch finally throw true false null string int bool mandatory parameter cmdletbinding write-host write-output',
  }),
  textLanguage('vim', {
    name: 'Vim script',
    nature: 'code',
    extensions: 'vim vimrc nvimrc vmb',
    filenames: ['.vimrc', '.gvimrc', '.nvimrc', '_vimrc', 'vimrc', '.exrc', '.ideavimrc'],
    lines: {
      lineComments: ['"'],
      definitions: withVisibility(/^(?!.{0,20}\bs:)/, [
        ...rules('function', /^\s{0,8}(?:export\s+)?(?:func|fu|function|def)!?\s+(?:[sgl]:|<SID>)?([\w#.]+)/),
        ...rules('function', /^\s{0,4}com(?:mand)?!?\s+(?:-\S+\s+)*([A-Z]\w*)/),
        ...rules(
          'class',
          /^\s{0,4}(?:export\s+)?(?:abstract\s+)?class\s+(\w+)/,
          /^\s{0,4}aug(?:roup)?!?\s+(?!END\b)(\w+)/i,
        ),
        ...rulesOnce('variable', /^\s{0,4}(?:let|const|var|final)\s+(?:[gs]:)([\w#]+)/),
      ]),
      imports: [
        { pattern: /^\s{0,8}(?:source|so|runtime!?|import(?:\s+autoload)?)\s+["']?([\w./~<>$#-]+)/, type: 'local' },
        { pattern: /^\s{0,8}(?:Plug|Plugin|NeoBundle|packadd!?)\s+["']?([\w./-]+)/, type: 'external' },
      ],
    },
    keywords:
      'function endfunction let if endif else elseif for endfor while endwhile call return set autocmd augroup command map nmap nnoremap try catch endtry abort silent execute',
  }),
  textLanguage('tcl', {
    name: 'Tcl',
    nature: 'code',
    extensions: 'tcl tk itcl exp adp xdc sdc',
    interpreters: 'tclsh wish expect jimsh',
    lines: {
      lineComments: ['#'],
      definitions: [
        ...rules('function', /^\s{0,8}(?:proc|method|typemethod)\s+(?:::)?(?:\w+::)*([^\s{}:]+)/),
        ...rules('module', /^\s{0,4}namespace\s+eval\s+:{0,2}([\w:]+)/),
        ...rules(
          'class',
          /^\s{0,4}(?:oo::class\s+create|itcl::class|snit::type|::?oo::class\s+create)\s+:{0,2}([\w:]+)/,
        ),
      ],
      imports: [
        { pattern: /^\s{0,8}package\s+require\s+(?:-exact\s+)?([\w:]+)/ },
        { pattern: /^\s{0,8}source\s+([\w./$-]+)/, type: 'local' },
      ],
    },
    keywords:
      'proc set if else elseif foreach for while return expr puts string list lindex lappend namespace package require switch default catch global variable upvar uplevel',
  }),
  textLanguage('fish', {
    name: 'fish and Nushell',
    nature: 'code',
    extensions: 'fish nu elv',
    interpreters: 'fish nu elvish',
    lines: {
      ...hashComments,
      definitions: [
        ...rules('function', /^\s{0,8}(?:export\s+)?(?:function|def|fn)\s+(?:--\w+\s+)*"?([\w-]+)/),
        ...rules('macro', /^\s{0,4}(?:alias|abbr)\s+(?:-\S+\s+)*([\w-]+)/),
      ],
      imports: [{ pattern: /^\s{0,4}(?:source|use|overlay use)\s+([\w./~$-]+)/, type: 'local' }],
    },
    keywords: 'function end if else for in while switch case set test return and or not begin def let',
  }),
  textLanguage('batch', {
    name: 'Batch',
    nature: 'code',
    extensions: 'bat cmd',
    lines: {
      lineComments: ['::', 'REM', 'rem'],
      definitions: rules('function', /^:(?!:)([\w-]+)/),
      imports: [{ pattern: /^\s*call\s+"?([\w%~.\\/-]+\.(?:bat|cmd))/i, type: 'local' }],
    },
    keywords: 'echo off set if else for in do goto call exit rem pause setlocal endlocal errorlevel exist not equ neq',
  }),
  textLanguage('awk', {
    name: 'AWK and sed',
    nature: 'code',
    extensions: 'awk gawk mawk sed',
    interpreters: 'awk gawk mawk nawk sed',
    lines: {
      ...hashComments,
      definitions: rules('function', /^\s*func(?:tion)?\s+(\w+)/),
      imports: [{ pattern: /^@include\s+"([^"]+)/, type: 'local' }],
    },
    keywords: 'function begin end print printf getline next if else for while in return split sub gsub length substr',
  }),
  textLanguage('autohotkey', {
    name: 'AutoHotkey and AppleScript',
    nature: 'code',
    extensions: 'ahk applescript scpt au3',
    interpreters: 'osascript',
    lines: {
      lineComments: [';', '--'],
      definitions: [
        ...rules('function', /^\s{0,4}(?:on|to|func)\s+(\w+)/i, /^(\w+)(?=\([^()]{0,200}\)\s*\{)/),
        ...rules('class', /^\s{0,4}class\s+(\w+)/i),
      ],
      imports: [{ pattern: /^\s*#include\s+([\w.\\/<>%-]+)/i, type: 'local' }],
    },
  }),
];
