/** Hardware description, shader, assembly and older compiled languages, read line by line. */
import type { Language, LineSyntax } from '../language.ts';
import { cFunction, cLikeRules } from './c-like.ts';
import { rules, slashComments, textLanguage } from './text-language.ts';

const shaderLines: LineSyntax = {
  ...slashComments,
  definitions: [
    ...cLikeRules,
    ...rules('function', cFunction),
    ...rules(
      'variable',
      /^\s{0,4}(?:layout\s*\([^()]*\)\s*)?(?:uniform|varying|attribute|cbuffer)\s+(?:\w+\s+){0,3}(\w+)(?=\s*[;{:[]|$)/,
    ),
  ],
  imports: [{ pattern: /^\s*#\s*include\s+["<]([^">]+)/, type: 'local' }],
};

export const hardware: readonly Language[] = [
  textLanguage('wgsl', {
    name: 'WGSL',
    nature: 'code',
    extensions: 'wgsl',
    lines: {
      ...slashComments,
      definitions: [
        ...rules('function', /^\s{0,4}(?:@\w+(?:\([^()]*\))?\s*)*fn\s+(\w+)/),
        ...rules('class', /^\s{0,4}struct\s+(\w+)/),
        ...rules('variable', /^\s{0,4}(?:@\w+\([^()]*\)\s*)*(?:var(?:<[^>]*>)?|const|override|alias)\s+(\w+)/),
      ],
    },
    keywords: 'fn struct var let const return if else for loop switch vec2 vec3 vec4 f32 i32 u32 group binding builtin',
  }),
  textLanguage('glsl', {
    name: 'GLSL',
    nature: 'code',
    extensions: 'glsl vert frag geom tesc tese comp rgen rchit rmiss glslv glslf',
    lines: shaderLines,
    keywords:
      'void float int vec2 vec3 vec4 mat3 mat4 uniform varying attribute in out inout layout location return if else for version',
  }),
  textLanguage('hlsl', {
    name: 'HLSL and Metal',
    nature: 'code',
    extensions: 'hlsl hlsli fx fxh cginc cg shader usf ush metal compute',
    lines: shaderLines,
    keywords:
      'void float float2 float3 float4 int half struct cbuffer texture2d samplerstate return if else for in out inout register',
  }),
  textLanguage('fortran', {
    name: 'Fortran',
    nature: 'code',
    extensions: 'f90 f95 f03 f08 f for ftn f77 fpp',
    lines: {
      lineComments: ['!'],
      definitions: [
        {
          pattern: /^\s*(?:submodule\s*\([^()]*\)|module(?!\s+procedure\b)|program)\s+(\w+)/i,
          kind: 'module',
          until: /^\s*end\s*(?:submodule|module|program)\b/i,
        },
        ...rules('class', /^\s*type(?:\s*,\s*[\w\s,()]{1,100})?\s*(?:::)?\s+(\w+)(?=\s*(?:!.*)?$)/i),
        ...rules('interface', /^\s*(?:abstract\s+)?interface\s+(\w+)/i),
        ...rules(
          'function',
          /^\s*(?!end\b)(?:(?:pure|elemental|recursive|impure|module|integer|real|logical|complex|character|double\s+precision|type)(?:\s*\([^()]*\))?\s+){0,4}(?:subroutine|function)\s+(\w+)/i,
        ),
      ],
      imports: [
        { pattern: /^\s*use\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)/i },
        { pattern: /^\s*#?include\s+['"<]([^'">]+)/i, type: 'local' },
      ],
    },
    classifyImport: (module) =>
      /^(iso_fortran_env|iso_c_binding|ieee_\w+|omp_lib)$/i.test(module) ? 'builtin' : 'external',
    keywords:
      'subroutine function module program end use implicit none integer real logical character dimension intent in out inout if then else do call return type contains allocate true false',
  }),
  textLanguage('ada', {
    name: 'Ada',
    nature: 'code',
    extensions: 'adb ads ada gpr',
    lines: {
      lineComments: ['--'],
      definitions: [
        ...rules('module', /^\s*(?:private\s+|separate\s*\([^()]*\)\s*)?package\s+(?:body\s+)?([\w.]+)/i),
        ...rules('class', /^\s*(?:task|protected)\s+(?:type\s+|body\s+)?(\w+)/i, /^\s*(?:sub)?type\s+(\w+)/i),
        ...rules('function', /^\s*(?:overriding\s+|not\s+overriding\s+)?(?:procedure|function|entry)\s+"?([\w.]+)/i),
        ...rules('class', /^\s*(\w+)(?=\s*:\s*exception\b)/i),
      ],
      imports: [{ pattern: /^\s*(?:limited\s+|private\s+)*with\s+([\w.]+)/i }],
    },
    classifyImport: (module) => (/^(Ada|System|Interfaces|GNAT)(\.|$)/i.test(module) ? 'builtin' : 'external'),
    keywords:
      'procedure function package body is begin end if then else elsif loop for while return type subtype record with use in out declare exception raise when others null not and or private true false',
  }),
  textLanguage('pascal', {
    name: 'Pascal',
    nature: 'code',
    extensions: 'pas dpr dpk lpr lfm dfm',
    lines: {
      lineComments: ['//'],
      blockComments: [
        ['{', '}'],
        ['(*', '*)'],
      ],
      definitions: [
        ...rules('module', /^\s*(?:unit|program|library|package)\s+([\w.]+)/i),
        ...rules('interface', /^\s*(\w+)(?=\s*=\s*(?:disp)?interface\b)/i),
        ...rules('class', /^\s*(\w+)(?:<[^>]*>)?(?=\s*=\s*(?:packed\s+)?(?:class|record|object)\b)/i),
        ...rules('enum', /^\s*(T\w+)(?=\s*=\s*\()/),
        ...rules(
          'function',
          /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?:\w+(?:<[^>]*>)?\.){0,3}(\w+)/i,
        ),
        ...rules('property', /^\s*(?:class\s+)?property\s+(\w+)/i),
      ],
      imports: [{ pattern: /^\s*uses\s+([\w.]+)/i }],
    },
    keywords:
      'unit interface implementation uses type class record procedure function begin end var const if then else for to do while repeat until case of try finally except nil true false string integer boolean',
  }),
  textLanguage('assembly', {
    name: 'Assembly',
    nature: 'code',
    extensions: 's asm nasm a51 ll wat wast inc',
    lines: {
      lineComments: [';', '#', '//', '@'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules(
          'macro',
          /^\s*(?:\.macro|%i?macro)\s+(\w+)/,
          /^(\w+)(?=\s+macro\b)/i,
          /^\s*(?:%define|#define|\.equ|\.set)\s+(\w+)/,
        ),
        ...rules(
          'function',
          /^\s*define\s+[^@\n]{0,200}@"?([\w.$]+)/,
          /^\s*\(func\s+(\$[\w.]+)/,
          /^(\w+)(?=\s+proc\b)/i,
          /^([A-Za-z_$?@][\w.$@]*)(?=:(?!:?=))/,
        ),
        ...rules('class', /^%"?([\w.]+)(?="?\s*=\s*type\b)/),
      ],
      imports: [{ pattern: /^\s*(?:#\s*include|%include|\.include|include)\s+["'<]?([\w./-]+)/i, type: 'local' }],
    },
    keywords:
      'mov add sub push pop call ret jmp cmp section text data global globl byte word dword align eax ebx rax rbx rsp rbp',
  }),
  textLanguage('verilog', {
    name: 'Verilog and SystemVerilog',
    nature: 'code',
    extensions: 'v sv svh vh vams',
    lines: {
      ...slashComments,
      definitions: [
        {
          pattern:
            /^\s*(?:extern\s+)?(?:macromodule|module|package|program|primitive)\s+(?:automatic\s+|static\s+)?(\w+)/,
          kind: 'module',
          until: /^\s*end(?:module|package|program|primitive)\b/,
        },
        ...rules('interface', /^\s*interface\s+(?:class\s+)?(\w+)/),
        ...rules('class', /^\s*(?:virtual\s+)?class\s+(?:automatic\s+)?(\w+)/),
        ...rules(
          'function',
          /^\s*(?:(?:extern|virtual|static|protected|local|pure|automatic)\s+){0,4}(?:function|task)\s+(?:[\w:[\]\s-]{1,100}\s)?(?:\w+::)?(\w+)(?=\s*[(;]|\s*$)/,
        ),
        ...rules('macro', /^\s*`define\s+(\w+)/),
        ...rules('variable', /^\s*(?:parameter|localparam)\s+(?:\w+\s+)?(?:\[[^\]]*\]\s*)?(\w+)(?=\s*=)/),
      ],
      imports: [{ pattern: /^\s*`include\s+"([^"]+)/, type: 'local' }, { pattern: /^\s*import\s+(\w+)(?=::)/ }],
    },
    keywords:
      'module endmodule input output inout wire reg logic always assign begin end if else case endcase for function endfunction task endtask parameter localparam posedge negedge initial',
  }),
  textLanguage('vhdl', {
    name: 'VHDL',
    nature: 'code',
    extensions: 'vhd vhdl vho vht',
    lines: {
      lineComments: ['--'],
      definitions: [
        ...rules('module', /^\s*(?:entity|package(?:\s+body)?|architecture|configuration|component)\s+(\w+)/i),
        ...rules(
          'function',
          /^\s*(?:pure\s+|impure\s+)?(?:function|procedure)\s+"?(\w+)/i,
          /^\s*(\w+)(?=\s*:\s*process\b)/i,
        ),
        ...rules('typeAlias', /^\s*(?:sub)?type\s+(\w+)/i),
      ],
      imports: [{ pattern: /^\s*(?:library|use)\s+([\w.]+)/i }],
    },
    classifyImport: (module) =>
      /^(ieee|std)\b/i.test(module) ? 'builtin' : /^work\b/i.test(module) ? 'local' : 'external',
    keywords:
      'entity architecture of is begin end port in out signal process if then else elsif case when others library use std_logic std_logic_vector downto to component generic map',
  }),
  textLanguage('cobol', {
    name: 'COBOL',
    nature: 'code',
    extensions: 'cob cbl cpy cobol',
    lines: {
      lineComments: ['*>'],
      definitions: [
        ...rules('module', /^.{0,7}\s*program-id\.\s+([\w-]+)/i),
        ...rules('function', /^.{6} ([A-Z0-9][\w-]*)(?=(?:\s+section)?\.\s*$)/i),
      ],
      imports: [{ pattern: /^.{0,7}\s*copy\s+["']?([\w.-]+)/i, type: 'local' }],
    },
    keywords:
      'move perform section division procedure data working-storage pic display accept if else end-if compute add subtract to from until varying stop run',
  }),
];
