/** C#: nested namespaces, namespaces of several files, and several namespaces in one file. */
import { expect, test } from 'vitest';
import { csharp } from '../../src/languages/csharp/csharp.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([csharp], { everySite: true });

const cases: Record<string, Record<string, string>> = {
  'nested namespaces, in one file or in several': {
    'a/One.cs': `namespace Shop { namespace Core { public class ‹@A›A { public void ‹@m›M() {} public class ‹@In›In { public void ‹@deep›Deep() {} } } } public class ‹@Top›Top { public void ‹@t›T() {} } }`,
    'b/Two.cs': `namespace Shop.Core;
public class B { ‹A›A a; ‹Top›Top top; Core.‹A›A again; Shop.Core.‹A›A full; A.‹In›In inner; void F() { a.‹m›M(); top.‹t›T(); inner.‹deep›Deep(); new ‹A›A.‹In›In().‹deep›Deep(); } }`,
    'c/Three.cs':
      `namespace Shop { namespace Core.Deep { class D { ‹A›A a; ‹Top›Top t; Core.‹A›A c; void F() { a.‹m›M(); t.‹t›T(); } } } class E { Core.‹A›A a; Core.Deep.‹D›D d; void F() { a.‹m›M(); } } }`.replace(
        'class D',
        'class ‹@D›D',
      ),
    'd/Four.cs': `namespace Other { using Shop; class F { ‹Top›Top t; void G() { t.‹t›T(); } } namespace In { using Shop.Core; class H { ‹A›A a; ‹Top›Top t; } } }`,
    'e/Five.cs': `using Shop.Core.Deep; namespace Fifth; class J { ‹D›D d; Shop.Core.Deep.‹D›D full; ‹-›A no; }`,
  },
  'types of the same name in two namespaces, usings within a namespace': {
    'A.cs': 'namespace N.A; class ‹@NA›X { public static void ‹@na›F() {} }',
    'B.cs':
      'namespace N.B { class ‹@NB›X { public static void ‹@nb›F() {} } namespace C { class Y { ‹NB›X x; void G() { ‹NB›X.‹nb›F(); N.A.‹NA›X.‹na›F(); A.‹NA›X.‹na›F(); } } } }',
    'C.cs': 'namespace N { using A; class Z { ‹NA›X x; B.‹NB›X b; } }',
  },
  'usings after a file-scoped namespace': {
    'Core.cs': 'namespace N.M.In; public class ‹@X›X { public void ‹@f›F() {} }',
    'Far.cs': 'namespace Far; public class ‹@Y›Y { }',
    'Use.cs': 'namespace N.M;\nusing In;\nusing Far;\nclass Z { ‹X›X x; ‹Y›Y y; void G() { x.‹f›F(); } }',
    'Before.cs': 'using In;\nnamespace N.M;\nclass B { ‹-›X x; }',
  },
  'several namespaces in one file': {
    'A.cs': `namespace One { public class ‹@X›X { public ‹Y›Y y; } public class Same { public void ‹@s1›S() {} } }
namespace Two { using One; public class ‹@Y›Y { public void ‹@go›Go() {} ‹X›X x; } public class Same { public void ‹@s2›S() {} } }`,
    'B.cs':
      'using One; class B { ‹X›X x; ‹-›Y y; Two.‹Y›Y full; Two.Same s; void F() { x.y.‹go›Go(); s.‹s2›S(); new Two.‹Y›Y().‹go›Go(); } }',
    'C.cs': 'namespace Two; class C { ‹Y›Y y; Same s; void F() { y.‹go›Go(); s.‹s2›S(); } }',
  },
  'constructions of unknown generic types where a namespace is imported': {
    'Core.cs': 'namespace Shop.Core; public class ‹@A›A { public void ‹@run›Run() {} }',
    'Use.cs':
      'using Shop.Core; class Use { ‹A›A a; void F() { var l = new ‹-›List<‹A›A>(2); ‹-›Buffer<byte> b = new(); a.‹run›Run(); } }',
  },
  'types outside of the file’s namespaces': {
    'Guard.cs':
      'namespace Far.Away { class ‹@Mark›Mark { } } static class ‹@Guard›Guard { public static void ‹@check›Check(Far.Away.‹Mark›Mark m) {} }',
    'Use.cs':
      'namespace Shop.Core; class Use { void F() { ‹Guard›Guard.‹check›Check(new Far.Away.‹Mark›Mark()); } ‹-›Mark m; }',
    'Near.cs': 'namespace Far.Away; class Near { ‹Mark›Mark m; }',
  },
  'namespaces, types and aliases of global usings in another file': {
    'src/App/GlobalUsings.cs':
      'global using Shop.Core;\nglobal using static Shop.Core.Tools;\nglobal using Crate = Shop.Far.Box;\nglobal using Shop.Absent;',
    'src/App/Deep/Use.cs':
      'namespace App.Deep; class Use { ‹Item›Item item; ‹Far›Crate crate; void F() { item.‹run›Run(); item.‹twice›Twice(); ‹make›Make(); crate.‹open›Open(); new ‹Item›Item(); } }',
    'src/Lib/Item.cs':
      'namespace Shop.Core; public class ‹@Item›Item { public void ‹@run›Run() {} } public static class Tools { public static void ‹@make›Make() {} } public static class More { public static int ‹@twice›Twice(this ‹Item›Item item) => 2; }',
    'src/Lib/Box.cs': 'namespace Shop.Far { public class ‹@Far›Box { public void ‹@open›Open() {} } }',
    'src/Other/Use.cs': 'namespace Other; class Use { ‹-›Item item; ‹-›Crate crate; void F() { ‹-›Make(); } }',
    'test/App.Tests/Properties/Usings.cs': 'global using Shop.Far;',
    'test/App.Tests/Test.cs': 'class Test { ‹Far›Box box; void F() { box.‹open›Open(); } ‹-›Item item; }',
  },
  'static types of the enclosing namespaces': {
    'Use.cs':
      'namespace Shop.Core.Deep; using static Tools; using static Far.More; class Use { void F() { ‹make›Make(); ‹more›More1(); } }',
    'Tools.cs': 'namespace Shop.Core; static class Tools { public static void ‹@make›Make() {} }',
    'Far.cs': 'namespace Shop.Far; static class More { public static void ‹@more›More1() {} }',
  },
  'namespaces and types that project files import globally': {
    'Directory.Build.props':
      '<Project><PropertyGroup><UseFar>true</UseFar></PropertyGroup>\n<ItemGroup><Using Include="Shop.Gone" /></ItemGroup></Project>',
    'Directory.Build.targets':
      '<Project>\n<ItemGroup Condition="\'$(UseFar)\' == \'true\'"><Using Include="Shop.Far" /></ItemGroup>\n<ItemGroup Condition="\'$(UseNear)\' == \'true\'"><Using Include="Shop.Near" /></ItemGroup></Project>',
    'eng/Common.props': '<Project><ItemGroup><Using Include="Shop.More; System.Linq" /></ItemGroup></Project>',
    'src/App/App.csproj':
      '<Project Sdk="Microsoft.NET.Sdk">\n<Import Project="..\\..\\eng\\Common.props" />\n<!-- <Using Include="Shop.Near" /> -->\n<ItemGroup><Using Include="Shop.Core" /><Using Remove="Shop.Gone" />\n<Using Include="Shop.Core.Tools" Static="true" /><Using Include="Shop.Near.Only" Alias="Only" /></ItemGroup></Project>',
    'src/App/Deep/Use.cs':
      'namespace App.Deep; class Use { ‹Item›Item item; ‹Far›Box box; ‹-›Only only; ‹-›Gone gone; void F() { item.‹run›Run(); item.‹twice›Twice(); ‹make›Make(); box.‹open›Open(); } }',
    'src/Lib/Item.cs':
      'namespace Shop.Core; public class ‹@Item›Item { public void ‹@run›Run() {} } public static class Tools { public static void ‹@make›Make() {} }',
    'src/Lib/More.cs':
      'namespace Shop.More; using Shop.Core; public static class More { public static int ‹@twice›Twice(this ‹Item›Item item) => 2; }',
    'src/Lib/Box.cs': 'namespace Shop.Far { public class ‹@Far›Box { public void ‹@open›Open() {} } }',
    'src/Lib/Near.cs': 'namespace Shop.Near { public class Only { } }',
    'src/Lib/Gone.cs': 'namespace Shop.Gone { public class Gone { } }',
    'src/Other/Other.csproj': '<Project><ItemGroup Condition="broken',
    'src/Other/Use.cs': 'namespace Other; class Use { ‹-›Item item; ‹Far›Box box; void F() { ‹-›Make(); } }',
    'Outside.cs': 'class Outside { ‹-›Item item; ‹-›Box box; }',
  },
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});
