/** Build files, infrastructure and containers, read line by line. */
import type { Language } from '../language.ts';
import { rulesOnce, hashComments, rules, slashComments, textLanguage } from './text-language.ts';

export const build: readonly Language[] = [
  textLanguage('dockerfile', {
    name: 'Dockerfile',
    nature: 'code',
    extensions: 'dockerfile containerfile earthfile',
    filenames: [
      'Dockerfile',
      'Containerfile',
      'Earthfile',
      'dockerfile',
      'Dockerfile.dev',
      'Dockerfile.prod',
      'Dockerfile.test',
      'Vagrantfile.docker',
    ],
    lines: {
      lineComments: ['#'],
      definitions: [
        ...rules('class', /^\s*FROM\s+(?:--\S+\s+)*\S+\s+AS\s+([\w.-]+)/i),
        ...rules('function', /^([\w.+-]+)(?=:\s*$)/),
        ...rulesOnce('variable', /^\s*ARG\s+(\w+)/i),
      ],
      imports: [{ pattern: /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(?<alias>[\w.-]+))?/i }],
      span: 'line',
    },
    keywords:
      'from run cmd label expose env add copy entrypoint volume user workdir arg onbuild stopsignal healthcheck shell as',
  }),
  textLanguage('makefile', {
    name: 'Makefile',
    nature: 'code',
    extensions: 'mk mak make makefile am',
    filenames: [
      'Makefile',
      'makefile',
      'GNUmakefile',
      'BSDmakefile',
      'Kbuild',
      'Kconfig',
      'Makefile.in',
      'Makefile.am',
      'Makefile.win',
    ],
    interpreters: 'make gmake',
    lines: {
      lineComments: ['#'],
      definitions: [
        ...rulesOnce('macro', /^\s*(?:override\s+)?define\s+([\w.-]+)/),
        ...rulesOnce('variable', /^(?:export\s+|override\s+)*([\w.-]+)(?=\s*(?:::?:?|\?|\+|!)?=)/),
        ...rulesOnce('variable', /^(?:menu)?config\s+(\w+)/),
        ...rulesOnce('function', /^([\w$(){}/%+-][\w$(){}./%+-]{0,200})(?=(?:\s[^:=#]{0,500})?&?::?(?:[^=]|$))/),
      ],
      imports: [
        { pattern: /^\s*[-s]?include\s+([\w./$(){}-]+)/, type: 'local' },
        { pattern: /^\s*source\s+"([^"]+)/, type: 'local' },
      ],
    },
    keywords:
      'include define endef ifeq ifneq ifdef ifndef else endif export phony all shell wildcard patsubst foreach',
  }),
  textLanguage('just', {
    name: 'Justfile',
    nature: 'code',
    extensions: 'just',
    filenames: ['justfile', 'Justfile', '.justfile', 'Taskfile'],
    interpreters: 'just',
    lines: {
      ...hashComments,
      definitions: [
        ...rulesOnce('variable', /^(?:export\s+)?([\w-]+)(?=\s*:=)/),
        ...rules('macro', /^alias\s+(?<alias>[\w-]+)/),
        ...rulesOnce('function', /^@?([A-Za-z_][\w-]*)(?![\w-])(?=[^:=#\n]{0,300}:(?:[^=]|$))/),
      ],
      imports: [{ pattern: /^(?:import|mod)\??\s+(?:\w+\s+)?['"]([^'"]+)/, type: 'local' }],
    },
  }),
  textLanguage('cmake', {
    name: 'CMake',
    nature: 'code',
    extensions: 'cmake cmake.in',
    filenames: ['CMakeLists.txt'],
    interpreters: 'cmake',
    lines: {
      lineComments: ['#'],
      blockComments: [['#[[', ']]']],
      definitions: [
        ...rules('function', /^\s*function\s*\(\s*"?([\w.-]+)/i),
        ...rules('macro', /^\s*macro\s*\(\s*"?([\w.-]+)/i),
        ...rules('module', /^\s*project\s*\(\s*"?([\w.+-]+)/i),
        ...rules(
          'class',
          /^\s*(?:qt\d?_|cuda_|pybind11_)?add_(?:library|executable|module|custom_target)\s*\(\s*"?([\w.+${}:-]+)/i,
        ),
        ...rulesOnce('variable', /^\s*(?:option|set)\s*\(\s*"?([A-Za-z_]\w*)/i),
      ],
      imports: [
        { pattern: /^\s*include\s*\(\s*"?([\w./${}-]+)/i, type: 'local' },
        { pattern: /^\s*add_subdirectory\s*\(\s*"?([\w./${}-]+)/i, type: 'local' },
        { pattern: /^\s*find_package\s*\(\s*"?(\w+)/i, type: 'external' },
      ],
    },
    keywords:
      'set if else elseif endif foreach endforeach function endfunction macro endmacro project add_library add_executable target_link_libraries target_include_directories find_package include option message string list on off true false not and or public private interface required',
  }),
  textLanguage('meson', {
    name: 'Meson and GN',
    nature: 'code',
    extensions: 'gn gni',
    filenames: ['meson.build', 'meson_options.txt', 'meson.options'],
    lines: {
      ...hashComments,
      definitions: [
        ...rules('module', /^\s*project\(\s*'([\w.+-]+)/),
        ...rules(
          'class',
          /^\s*(?:\w+\s*=\s*)?(?:executable|library|static_library|shared_library|both_libraries|custom_target|source_set|group|action|component|template)\(\s*["']([\w.+-]+)/,
        ),
        ...rulesOnce('variable', /^(\w+)(?=\s*=[^=])/),
      ],
      imports: [{ pattern: /^\s*(?:subdir|import)\(\s*["']([^"']+)/, type: 'local' }],
    },
  }),
  textLanguage('starlark', {
    name: 'Starlark',
    nature: 'code',
    extensions: 'bzl bazel star sky starlark bxl',
    filenames: [
      'BUILD',
      'BUILD.bazel',
      'WORKSPACE',
      'WORKSPACE.bazel',
      'MODULE.bazel',
      'BUCK',
      'Tiltfile',
      'PACKAGE',
      'REPO.bazel',
      'Snapfile.star',
    ],
    lines: {
      lineComments: ['#'],
      definitions: [
        ...rules('function', /^\s{0,4}def\s+(\w+)/),
        ...rules('class', /^(\w+)(?=\s*=\s*(?:repository_rule|rule|provider|aspect|macro|module_extension)\()/),
        ...rulesOnce('variable', /^([A-Za-z_]\w*)(?=\s*=[^=])/),
        ...rules('variable', /^ {4}name\s*=\s*"([\w./+@=-]+)/),
      ],
      imports: [
        { pattern: /^\s*load\(\s*["']([^"']+)/ },
        { pattern: /^\s{4}["'](@?[\w.-]*\/\/[\w./-]*:[\w.-]+\.bzl)["'],?$/ },
      ],
    },
    classifyImport: (module) => (module.startsWith('@') ? 'external' : 'local'),
    keywords:
      'def load return if elif else for in lambda pass true false none and or not name srcs deps visibility public glob select',
  }),
  textLanguage('nix', {
    name: 'Nix',
    nature: 'code',
    extensions: 'nix',
    lines: {
      lineComments: ['#'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules(
          'function',
          /^ {0,4}([A-Za-z_][\w'.-]*)(?=\s*=\s*(?:\{[^{}]{0,200}\}(?:\s*@\s*\w+)?|[a-z_][\w'-]*)\s*:(?:\s|$))/,
        ),
        ...rules('property', /^ {0,4}("?[A-Za-z_][\w'."${}-]*)(?=\s*=[^=])/),
      ],
      imports: [
        { pattern: /^.{0,200}\b(?:import|callPackage)\s+(\.{0,2}\/[\w./-]+)/, type: 'local' },
        { pattern: /^.{0,200}\bimport\s+<([\w./-]+)/, type: 'external' },
      ],
    },
    keywords:
      'let in with rec inherit if then else assert import true false null or builtins pkgs lib stdenv mkderivation',
  }),
  textLanguage('terraform', {
    name: 'Terraform and HCL',
    nature: 'code',
    extensions: 'tf tfvars hcl nomad tofu tftest.hcl pkr.hcl sentinel',
    filenames: ['.terraformrc', '.terraform.lock.hcl'],
    lines: {
      lineComments: ['#', '//'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('class', /^\s*(?:resource|data|ephemeral)\s+"?[\w-]+"?\s+"?([\w-]+)/),
        ...rules('module', /^\s*module\s+"?([\w-]+)/),
        ...rules('variable', /^\s*(?:variable|output|provider|check|run|job|group|task|source|build)\s+"?([\w-]+)/),
        ...rules('property', /^ {2}(\w+)(?=\s*=\s)/),
      ],
      imports: [{ pattern: /^\s*source\s*=\s*"([^"]+)/ }],
    },
    keywords:
      'resource data variable output module provider locals terraform backend required_providers for_each count depends_on lifecycle dynamic true false null string number bool list map object any',
  }),
  textLanguage('puppet', {
    name: 'Puppet',
    nature: 'code',
    extensions: 'pp epp',
    lines: {
      ...hashComments,
      definitions: [
        ...rules('class', /^\s*(?:class|define|type)\s+([\w:]+)/),
        ...rules('function', /^\s*function\s+([\w:]+)/),
        ...rules('module', /^\s*node\s+["']?([\w.-]+)/),
      ],
      imports: [{ pattern: /^\s*(?:include|require|contain)\s+([\w:]+)/ }],
    },
    keywords:
      'class define node include if else elsif unless case default ensure true false undef file package service exec',
  }),
  textLanguage('bicep', {
    name: 'Bicep',
    nature: 'code',
    extensions: 'bicep bicepparam',
    lines: {
      ...slashComments,
      definitions: [
        ...rules('class', /^\s*resource\s+(\w+)/),
        ...rules('module', /^\s*module\s+(\w+)/),
        ...rules('function', /^\s*func\s+(\w+)/),
        ...rules('variable', /^\s*(?:param|var|output)\s+(\w+)/),
        ...rules('typeAlias', /^\s*type\s+(\w+)/),
      ],
      imports: [{ pattern: /^\s*(?:module\s+\w+|using)\s+'([^']+)/ }],
    },
  }),
  textLanguage('jsonnet', {
    name: 'Jsonnet',
    nature: 'code',
    extensions: 'jsonnet libsonnet',
    lines: {
      lineComments: ['//', '#'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('function', /^\s{0,4}(?:local\s+)?(\w+)(?=\([^()]{0,300}\)\s*(?:=|::?:?))/),
        ...rulesOnce('variable', /^\s{0,2}local\s+(\w+)/),
      ],
      imports: [{ pattern: /^.{0,200}\bimport(?:str)?\s+['"]([^'"]+)/, type: 'local' }],
    },
  }),
  textLanguage('autoconf', {
    name: 'Autoconf and M4',
    nature: 'code',
    extensions: 'm4 ac autoconf',
    filenames: ['configure.ac', 'configure.in', 'acinclude.m4'],
    lines: {
      lineComments: ['#', 'dnl'],
      definitions: [
        ...rules('macro', /^\s*(?:AC_DEFUN|AU_DEFUN|AC_DEFUN_ONCE|m4_define|define)\(\[?`?(\w+)/),
        ...rules('module', /^\s*AC_INIT\(\[?([\w -]+)/),
      ],
      imports: [{ pattern: /^\s*(?:m4_include|sinclude|include)\(\[?`?([\w./-]+)/, type: 'local' }],
    },
  }),
  textLanguage('linkerscript', {
    name: 'Linker script and device tree',
    nature: 'code',
    extensions: 'ld lds dts dtsi overlay',
    lines: {
      blockComments: [['/*', '*/']],
      definitions: rules('variable', /^\s{0,8}(\w+)(?=\s*:\s*[\w@-]+\s*\{)/),
      imports: [{ pattern: /^\s*(?:#include|\/include\/|INCLUDE)\s+["<]?([\w./-]+)/, type: 'local' }],
    },
  }),
];
