/** Query, schema and interface description languages, read line by line. */
import type { Language, LineSyntax } from '../language.ts';
import { rulesOnce, hashComments, rules, slashComments, textLanguage } from './text-language.ts';

/** Matches a `CREATE` statement of one of these kinds up to the name, without the name's schema and quotes. */
const createStatement = (words: string): RegExp =>
  new RegExp(
    '^\\s*create\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:(?:global|local|temp|temporary|unlogged|external|materialized|recursive|unique|clustered|' +
      `nonclustered|aggregate|constraint|definer\\s*=\\s*\\S+|editionable|foreign)\\s+){0,3}(?:${words})\\s+(?:concurrently\\s+)?` +
      '(?:if\\s+not\\s+exists\\s+)?(?:["`\\[]?\\w+["`\\]]?\\s?\\.\\s?){0,3}["`\\[]?(\\w+)',
    'i',
  );

const interfaces: LineSyntax = {
  ...slashComments,
  definitions: [
    ...rules('module', /^\s*(?:package|namespace(?:\s+[\w*.]+)?|module)\s+([\w.]+)/),
    ...rules(
      'class',
      /^\s*(?:message|struct|table|exception|union|structure|resource|record)\s+([A-Za-z_]\w*)/,
      /^\s*extend\s+([\w.]+)/,
    ),
    ...rules('interface', /^\s*(?:service|interface|protocol|operation|world)\s+([A-Za-z_]\w*)/),
    ...rules('enum', /^\s*(?:enum|senum|flags|variant)\s+([A-Za-z_]\w*)/),
    ...rules('typeAlias', /^\s*typedef\s+[\w<>,.][\w<>,.\s]*\s(\w+)/),
    ...rules('variable', /^\s*const\s+[\w<>,.][\w<>,.\s]*\s(\w+)(?=\s*=)/),
    ...rules(
      'method',
      /^\s*rpc\s+(\w+)/,
      /^\s{2,8}(?:oneway\s+)?[\w<>,.]+\s+(\w+)(?=\s*\((?:[^()]*\)\s*(?:throws\b.*|[,;]\s*)?|[^()]*(?:throws\b.*)?)$)/,
    ),
    ...rules('property', /^\s{2,12}(?:repeated|optional|required)\s+[\w.]+\s+(\w+)(?=\s*=)/),
  ],
  imports: [
    { pattern: /^\s*(?:import|include|using)\s+(?:public\s+|weak\s+|option\s+)?(?:\w+\s*=\s*import\s*)?"([^"]+)/ },
  ],
};

const classifyProtobufImport = (module: string): 'local' | 'external' =>
  /^google\/(protobuf|api|rpc)\//.test(module) ? 'external' : 'local';

export const schemas: readonly Language[] = [
  textLanguage('sql', {
    name: 'SQL',
    nature: 'code',
    extensions: 'sql ddl dml psql pgsql plsql pls pks pkb pck mysql tsql hql cql prc tab.sql viw ksql',
    lines: {
      lineComments: ['--'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('class', createStatement('table|view')),
        ...rules('function', createStatement('function|procedure|proc|trigger|rule|macro|package(?:\\s+body)?')),
        ...rules('typeAlias', createStatement('type|domain')),
        ...rules('module', createStatement('schema|database|extension')),
        ...rules('variable', createStatement('index|sequence|role|user|policy|synonym')),
      ],
      imports: [{ pattern: /^\s*(?:\\i|\\ir|\\include|source|@@?)\s*([\w./-]+\.sql)/i, type: 'local' }],
    },
    keywords:
      'add all alter and any as asc between by case cast check column commit constraint create cross default delete desc distinct drop else ' +
      'end exists false foreign from full function grant group having if in index inner insert into is join key left like limit not null ' +
      'offset on or order outer primary procedure references replace returns right rollback select set table then trigger true union unique ' +
      'update using values varchar view when where with int integer text char timestamp boolean',
  }),
  textLanguage('graphql', {
    name: 'GraphQL',
    nature: 'code',
    extensions: 'graphql gql graphqls',
    lines: {
      ...hashComments,
      definitions: [
        ...rules('class', /^\s*(?:extend\s+)?(?:type|input)\s+(\w+)/),
        ...rules('interface', /^\s*(?:extend\s+)?interface\s+(\w+)/),
        ...rules('enum', /^\s*(?:extend\s+)?enum\s+(\w+)/),
        ...rules('typeAlias', /^\s*(?:extend\s+)?(?:scalar|union)\s+(\w+)/),
        ...rules('function', /^\s*(?:query|mutation|subscription|fragment|directive)\s+@?(\w+)/),
        ...rules('property', /^ {2,4}(\w+)(?=\s*(?:\([^)]*\))?\s*:\s*[[\w])/),
      ],
      imports: [{ pattern: /^#\s*import\s+(?:[\w, *]+ from )?["']([^"']+)/, type: 'local' }],
    },
    keywords:
      'type input interface enum scalar union query mutation subscription fragment on directive extend schema implements true false null string int float boolean',
  }),
  textLanguage('protobuf', {
    name: 'Protocol Buffers',
    nature: 'code',
    extensions: 'proto textproto txtpb pbtxt prototxt',
    lines: interfaces,
    classifyImport: classifyProtobufImport,
    keywords:
      'message enum service rpc returns repeated optional required oneof map reserved import package option syntax proto3 int32 int64 string bool bytes double float true false stream',
  }),
  textLanguage('thrift', {
    name: 'Thrift',
    nature: 'code',
    extensions: 'thrift',
    lines: { ...interfaces, lineComments: ['//', '#'] },
    classifyImport: () => 'local',
    keywords:
      'struct enum service exception union typedef const namespace include required optional list map set i32 i64 string bool binary void throws',
  }),
  textLanguage('idl', {
    name: 'Interface definition',
    nature: 'code',
    extensions: 'fbs capnp avdl smithy wit idl webidl widl aidl fidl',
    lines: { ...interfaces, lineComments: ['//', '#'] },
    classifyImport: () => 'local',
    keywords: 'struct table enum union interface using import namespace',
  }),
  textLanguage('prisma', {
    name: 'Prisma',
    nature: 'code',
    extensions: 'prisma',
    lines: {
      lineComments: ['//'],
      definitions: [
        ...rules('class', /^(?:model|type|view)\s+(\w+)/),
        ...rules('enum', /^enum\s+(\w+)/),
        ...rules('variable', /^(?:datasource|generator)\s+(\w+)/),
      ],
    },
    keywords: 'model enum datasource generator type id default unique relation map int string boolean datetime json',
  }),
  textLanguage('grammar', {
    name: 'Grammar',
    nature: 'code',
    extensions: 'g4 g ebnf bnf abnf peg pegjs pest lark y yy yacc bison lalrpop ne',
    lines: {
      lineComments: ['//', '#'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('module', /^\s*(?:lexer\s+|parser\s+)?grammar\s+(\w+)/),
        ...rulesOnce('function', /^(?:fragment\s+)?<?([A-Za-z_][\w-]*)(?=>?\s*(?:::?=|:|=|<-|->|\n|$))/),
      ],
    },
  }),
  textLanguage('gherkin', {
    name: 'Gherkin',
    nature: 'code',
    extensions: 'feature story',
    lines: {
      ...hashComments,
      definitions: [
        ...rules('module', /^\s*Feature:\s*(\S.{0,250}?)(?=\s*$)/),
        ...rules('function', /^\s*(?:Scenario(?: Outline)?|Example|Background|Rule):\s*(\S.{0,250}?)(?=\s*$)/),
      ],
    },
    keywords: 'feature scenario outline examples background given when then and but rule',
  }),
];
