import { describe, expect, it } from 'vitest';
import type { Link, LinkKind, UnresolvedSite } from '../../model/link.ts';
import type { PreciseAnswers, PreciseLink } from '../../model/precise-links.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { LinksOfFile } from './file-links.ts';
import { overlay } from './precise-overlay.ts';

/** `kind target@line:column` */
function own(index: number, ...texts: string[]): [number, Link[]] {
  return [
    index,
    texts.map((text) => {
      const [, kind, target, line, column] = /^(\w+) (\d+)@(\d+):(\d+)$/.exec(text)!;
      const place = { line: Number(line), column: Number(column), container: 7 };
      return { target: Number(target), kind: kind as LinkKind, resolution: 'type', ...place };
    }),
  ];
}

function precise(path: string, text: string): PreciseLink {
  const [, [link]] = own(0, text);
  return { path, target: link!.target, kind: link!.kind, line: link!.line, column: link!.column };
}

function definition(name: string, lines: [start: number, end: number]): OutlineEntry {
  const [startLine, endLine] = lines;
  const place = { line: startLine, column: 7, startLine, startColumn: 1, endLine, endColumn: 2 };
  return { name, kind: 'function', container: null, exported: true, signature: null, ...place };
}

const paths = ['self', 'a', 'b'];
/** Symbols 1 to 9 are declared in each file. */
function apply(links: LinksOfFile, answers: Partial<PreciseAnswers>): { links: string[]; unresolved: string[] } {
  const made = overlay(
    links,
    { whole: false, links: [], external: [], ...answers },
    {
      definitions: [definition('outer', [1, 20]), definition('inner', [5, 9])],
      targetOf: ({ path, target }) => (target < 10 && paths.includes(path) ? paths.indexOf(path) : null),
    },
  );
  return {
    links: [...made.links]
      .flatMap(([index, list]) =>
        list.map(
          ({ kind, target, line, column, resolution, container }) =>
            `${kind} ${paths[index]}.${target}@${line}:${column} ${resolution} in ${container}`,
        ),
      )
      .sort(),
    unresolved: [...made.unresolved].flatMap(([name, sites]) => sites.map(({ line }) => `${name}@${line}`)),
  };
}

const unresolvedSite: UnresolvedSite = { name: 'run', kind: 'construct', line: 6, column: 3, container: 1 };
const linked = (...files: [number, Link[]][]): LinksOfFile => ({
  links: new Map(files),
  unresolved: new Map([['run', [unresolvedSite, { ...unresolvedSite, line: 8 }]]]),
});

describe('a precise source', () => {
  it('replaces links of the places that it names, and keeps their kinds', () => {
    const made = apply(linked(own(1, 'call 1@3:1', 'call 2@4:1')), { links: [precise('b', 'read 5@3:1')] });
    expect(made.links).toEqual(['call a.2@4:1 type in 7', 'call b.5@3:1 compiler in 7']);
    expect(made.unresolved).toEqual(['run@6', 'run@8']);
  });

  it('resolves unresolved places', () => {
    const made = apply(linked(), { links: [precise('a', 'read 1@6:3')] });
    expect(made).toEqual({ links: ['construct a.1@6:3 compiler in 1'], unresolved: ['run@8'] });
  });

  it('drops places that are external', () => {
    const external = [
      { line: 3, column: 1 },
      { line: 8, column: 3 },
    ];
    const made = apply(linked(own(1, 'call 1@3:1', 'call 2@4:1')), { external });
    expect(made).toEqual({ links: ['call a.2@4:1 type in 7'], unresolved: ['run@6'] });
  });

  it.each([
    [2, 0],
    [6, 1],
    [30, -1],
  ])(
    'is linked from the innermost definition where our own linking does not know the place (line %i)',
    (line, container) => {
      const made = apply(linked(), { links: [precise('a', `write 1@${line}:9`)] });
      expect(made.links).toEqual([`write a.1@${line}:9 compiler in ${container}`]);
    },
  );

  it('keeps our own links where its target is gone', () => {
    const answers = { whole: true, links: [precise('a', 'read 99@3:1'), precise('gone', 'read 1@4:1')] };
    const made = apply(linked(own(1, 'call 1@3:1', 'call 2@4:1', 'call 3@5:1')), answers);
    expect(made.links).toEqual(['call a.1@3:1 type in 7', 'call a.2@4:1 type in 7']);
  });

  it('removes all our links where it covers the whole file, except overrides', () => {
    const made = apply(linked(own(1, 'call 1@3:1', 'overrides 2@5:7')), { whole: true });
    expect(made).toEqual({ links: ['overrides a.2@5:7 type in 7'], unresolved: ['run@6', 'run@8'] });
  });

  it('replaces overrides separately from other links of the same place', () => {
    const answers = { links: [precise('b', 'overrides 3@5:7')] };
    const made = apply(linked(own(1, 'overrides 2@5:7', 'decorate 4@5:7')), answers);
    expect(made.links).toEqual(['decorate a.4@5:7 type in 7', 'overrides b.3@5:7 compiler in 1']);
  });

  it('confirms one of our links and keeps other kinds of links of that place', () => {
    const links = linked(own(1, 'construct 1@3:1', 'call 2@3:1'), own(2, 'call 4@3:1'));
    const made = apply(links, { links: [precise('a', 'read 2@3:1')] });
    expect(made.links).toEqual(['call a.2@3:1 compiler in 7', 'construct a.1@3:1 type in 7']);
  });

  it('links every target of a place that names several', () => {
    const answers = { links: [precise('a', 'read 1@3:1'), precise('b', 'read 1@3:1'), precise('b', 'read 99@3:1')] };
    const made = apply(linked(own(1, 'call 1@3:1')), answers);
    expect(made.links).toEqual(['call a.1@3:1 compiler in 7', 'call b.1@3:1 compiler in 7']);
  });

  it('is overruled by a later one', () => {
    const first = overlay(
      linked(own(1, 'call 1@3:1')),
      { whole: true, links: [precise('b', 'read 5@3:1'), precise('b', 'read 6@4:1')], external: [] },
      { definitions: [], targetOf: () => 2 },
    );
    expect(apply(first, { links: [precise('a', 'read 2@3:1')] }).links).toEqual([
      'call a.2@3:1 compiler in 7',
      'read b.6@4:1 compiler in -1',
    ]);
  });
});
