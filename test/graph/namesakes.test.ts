/** Several parts of a project declare the same full name: a use means the nearest one, also after edits. */
import { describe, expect, it, test } from 'vitest';
import { java } from '../../src/languages/java/java.ts';
import { kotlin } from '../../src/languages/kotlin/kotlin.ts';
import { php } from '../../src/languages/php/php.ts';
import { ruby } from '../../src/languages/ruby/ruby.ts';
import { linkCount, playHistories, type Family } from './link-histories.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([java, kotlin, php, ruby], { everySite: true });

/** The same files in two parts of a project. Labels end with the number of the part. */
function twice(files: Sources, parts: readonly [string, string] = ['one', 'two']): Sources {
  return Object.fromEntries(
    parts.flatMap((part, at) =>
      Object.entries(files).map(([path, text]) => [`${part}/${path}`, text.replaceAll('#', String(at + 1))]),
    ),
  );
}

test.each<[string, Sources]>([
  [
    'Java: in the same package, imported, imported on demand, by a full name, by static imports',
    twice({
      'src/p/Tool.java':
        'package p;\npublic class ‹@T#›Tool { public static void ‹@run#›run() {} public void ‹@go#›go() {} public static class ‹@In#›In {} }',
      'src/p/Near.java':
        'package p;\nclass Near { void f(‹T#›Tool t) { ‹T#›Tool.‹run#›run(); new ‹T#›Tool().‹go#›go(); t.‹go#›go(); } }',
      'src/q/Far.java':
        'package q;\nimport p.‹T#›Tool;\nimport p.‹T#›Tool.‹In#›In;\nimport static p.‹T#›Tool.‹run#›run;\nclass Far extends ‹T#›Tool { void f() { ‹run#›run(); ‹go#›go(); new ‹In#›In(); p.‹T#›Tool x = new p.‹T#›Tool(); } }',
      'src/q/Open.java': 'package q;\nimport p.*;\nclass Open { ‹T#›Tool t; void f() { t.‹go#›go(); } }',
    }),
  ],
  [
    'Kotlin: classes, objects, functions',
    twice({
      'src/p/Tool.kt':
        'package p\nclass ‹@T#›Tool {\n  fun ‹@go#›go() {}\n}\nobject ‹@Log#›Log {\n  fun ‹@d#›d() {}\n}\nfun ‹@help#›help() {}\n',
      'src/p/Near.kt': 'package p\nfun near(t: ‹T#›Tool) { ‹Log#›Log.‹d#›d(); t.‹go#›go(); ‹help#›help() }',
      'src/q/Far.kt':
        'package q\nimport p.Tool\nimport p.Log\nimport p.help\nfun far(t: ‹T#›Tool) { ‹Log#›Log.‹d#›d(); t.‹go#›go(); ‹help#›help() }',
      'src/q/Open.kt': 'package q\nimport p.*\nfun open(t: ‹T#›Tool) { ‹Log#›Log.‹d#›d(); t.‹go#›go(); ‹help#›help() }',
    }),
  ],
  [
    'what is built for each variant may be any of them; where nobody knows which part is meant, none',
    {
      'app/src/debug/java/p/Track.java': 'package p;\npublic class ‹@D›Track { public static void ‹@d›run() {} }',
      'app/src/release/java/p/Track.java': 'package p;\npublic class ‹@R›Track { public static void ‹@r›run() {} }',
      'app/src/debug/java/p/Log.kt': 'package p\nobject ‹@DL›Log { fun ‹@dl›d() {} }\nfun ‹@dh›help(n: Int) {}\n',
      'app/src/release/java/p/Log.kt':
        'package p\nobject ‹@RL›Log { fun ‹@rl›d() {} }\nfun ‹@rh›help(n: Int) {}\nfun help() {}\n',
      'app/src/main/java/p/Main.java': 'package p;\nclass Main { void f() { ‹D,R›Track.‹d,r›run(); } }',
      'app/src/main/java/q/Main.kt':
        'package q\nimport p.Track\nimport p.Log\nimport p.help\nfun f() { ‹D,R›Track.‹d,r›run(); ‹DL,RL›Log.‹dl,rl›d(); ‹dh,rh›help(1) }',
      'one/src/main/r/Same.java': 'package r;\npublic class ‹@one›Same {}',
      'two/src/main/r/Same.java': 'package r;\npublic class ‹@two›Same {}',
      'src/four/src/main/t/Other.java': 'package t;\npublic class Other {}',
      'src/five/src/main/t/Other.java': 'package t;\npublic class Other {}',
      'src/six/src/main/s/More.java': 'package s;\nimport t.‹?›Other;\nclass More {}',
      'three/src/main/s/Use.java': 'package s;\nimport r.‹?›Same;\nclass Use { ‹?›Same same; }',
    },
  ],
  [
    'Java: a copy in another folder, test sources, and packages imported on demand',
    {
      'lib/src/main/p/Tool.java': 'package p;\npublic class ‹@T›Tool {}',
      'android/lib/src/main/p/Tool.java': 'package p;\npublic class ‹@A›Tool {}',
      'lib-tests/p/ToolTest.java': 'package p;\nclass ToolTest { ‹T›Tool t; }',
      'android/lib-tests/p/ToolTest.java': 'package p;\nclass ToolTest { ‹A›Tool t; }',
      'core/src/testFixtures/p/Mock.java': 'package p;\npublic class Mock {}',
      'spring/src/main/p/Mock.java': 'package p;\npublic class ‹@M›Mock {}',
      'tests/p/MockTest.java': 'package p;\nclass MockTest { ‹M›Mock m; }',
      'a/src/x/Used.java': 'package x;\npublic class Used {}',
      'b/src/y/Used.java': 'package y;\npublic class ‹@U›Used {}',
      'b/src/z/Open.java': 'package z;\nimport x.*;\nimport y.*;\nclass Open { ‹U›Used u; }',
    },
  ],
  [
    'PHP: classes and functions',
    {
      ...twice({
        'src/Tool.php':
          '<?php\nnamespace App;\nclass ‹@T#›Tool { static function ‹@run#›run() {} function ‹@go#›go() {} }\nfunction ‹@help#›help() {}',
        'src/Use.php':
          '<?php\nnamespace App\\Use;\nuse App\\Tool;\nuse function App\\help;\nfunction f() { ‹T#›Tool::‹run#›run(); (new ‹T#›Tool())->‹go#›go(); ‹help#›help(); }',
      }),
      'three/Use.php': '<?php\nuse App\\Tool;\n‹?›Tool::run();',
    },
  ],
  [
    'Ruby: copies of a class, and one that is reopened',
    {
      ...twice({
        'lib/my_tool.rb':
          'module App\n  class ‹@T#›MyTool\n    def self.‹@run#›run; end\n    def ‹@go#›go; end\n  end\nend',
        'lib/use.rb': 'class Use\n  def f\n    App::‹T#›MyTool.‹run#›run\n    App::‹T#›MyTool.new.‹go#›go\n  end\nend',
      }),
      'one/ext/more.rb': 'module App\n  class MyTool\n    def ‹@more›more; go; end\n  end\nend',
      'two/test/use.rb': 'App::‹T2›MyTool.new.‹more›more',
      'core/base.rb': 'class ‹@Base›Base < Outside\n  def ‹@a›a; end\n  def ‹@b›b; end\nend',
      'test/patch.rb': 'class Base\n  def ‹@c›c; end\nend',
      'test/use.rb': '‹Base›Base.new.‹a›a\n‹Base›Base.new.‹c›c',
    },
  ],
])('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

const family: Family = {
  places: ['a/src/p/Moved.java', 'c/src/p/Tool.java', 'a/src/main/p/Tool.java', 'b/lib/tool.rb'],
  variants: {
    ...Object.fromEntries(
      ['a/src', 'b/src', 'a/src/debug', 'a/src/release'].map((folder) => [
        `${folder}/p/Tool.java`,
        [
          'package p;\npublic class Tool { public static void run() {} public void go() {} }\n',
          'package p;\npublic class Tool extends Base { public void go() {} }\nclass Other { static void run() {} }\n',
          'package q;\npublic class Tool {}\n',
          null,
        ],
      ]),
    ),
    'b/src/p/Log.kt': [
      'package p\nobject Log { fun d() {} }\nfun help() {}\n',
      'package q\nobject Log { fun d() {} }\n',
      null,
    ],
    'a/src/p/Log.kt': [
      'package p\nobject Log { fun d() {} }\nfun help() {}\n',
      'package p\nclass Log { fun d() {} }\n',
      null,
    ],
    'a/src/p/Base.java': ['package p;\npublic class Base { public static void run() {} }\n', null],
    'a/src/q/Use.java': [
      'package q;\nimport p.Tool;\nimport static p.Tool.run;\nclass Use { void f(Tool t) { Tool.run(); t.go(); run(); } }\n',
      'package p;\nclass Use { void f(Tool t) { Tool.run(); t.go(); } }\n',
    ],
    'b/src/q/Use.java': [
      'package q;\nimport p.*;\nclass Use extends Tool { void f(Tool t) { Tool.run(); t.go(); go(); } }\n',
      'package r;\nimport p.Tool;\nclass Use { void f(Tool t) { Tool.run(); t.go(); } }\n',
    ],
    'b/src/q/Use.kt': [
      'package q\nimport p.Log\nimport p.help\nimport p.Tool\nfun f(t: Tool) { Log.d(); help(); t.go() }\n',
      'package p\nfun f(t: Tool) { Log.d(); help(); Tool.run() }\n',
    ],
    ...Object.fromEntries(
      ['a', 'b'].flatMap((part) => [
        [
          `${part}/lib/tool.rb`,
          ['class Tool < Outside\n  def go; end\n  def self.run; end\nend\n', 'class Tool\n  def go; end\nend\n', null],
        ],
        [`${part}/lib/use.rb`, ['Tool.run\nTool.new.go\n', 'class Tool\n  def more; go; end\nend\nTool.new.more\n']],
        [
          `${part}/tool.php`,
          [
            '<?php\nnamespace A;\nclass Tool { function go() {} }\nfunction help() {}\n',
            '<?php\nclass Tool {}\n',
            null,
          ],
        ],
        [`${part}/use.php`, ['<?php\nuse A\\Tool;\n(new Tool())->go();\nA\\help();\n', '<?php\nnew Tool();\n']],
      ]),
    ),
  },
};

describe('links after edits of parts that declare the same names', () => {
  it('equal those of a new index', { timeout: 1_200_000 }, async () => {
    await expect(playHistories(family, 10)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(12));
});
