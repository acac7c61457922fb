/** How the assignments of a file are resolved, tested through `SummaryWriter` alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SummaryWriter } from './summary-writer.ts';
import { entityFlags, entityKinds, ops, primitives, scopeKinds, type FileSummary } from './file-summary.ts';
import { entitiesNamed, fieldOf, shownNode, valueOf } from './testing/shown-summary.ts';

const at = { line: 1, column: 1 };
const { variable, parameter, property, method, object, import: imported } = entityKinds;

/** A writer with shorter method names. */
class File extends SummaryWriter {
  /** The node of a text: `-` for none, `null` for nothing, `text` for some string, any other text for a name of unknown meaning. */
  of(text: string): number {
    if (text === '-') return 0;
    if (text === 'text') return this.node(ops.primitive, primitives.string);
    return text === 'null' ? this.node(ops.primitive, primitives.nothing) : this.name(text, 0);
  }

  has(
    name: string,
    kind: number,
    more: { value?: number; scope?: number; parent?: number; flags?: number } = {},
  ): number {
    return this.entity({ name, kind, scope: 0, ...more }, at);
  }

  /** An object literal, as a value. */
  literal(): number {
    return this.entityNode(this.has('', object));
  }

  fun(parent?: number, flags?: number): number {
    return this.has('f', entityKinds.function, {
      ...(parent === undefined ? {} : { parent }),
      ...(flags === undefined ? {} : { flags }),
    });
  }

  gives(target: number, value: number, scope = 0): void {
    this.assign(target, value, { line: 7, column: 9 }, scope);
  }

  done(): FileSummary {
    return this.finish([]);
  }
}

describe('the values of a variable', () => {
  it.each([
    ['-', ['a'], 'a'],
    ['a', [], 'a'],
    ['a', ['b'], 'either(a, b)'],
    ['-', ['a', 'b', 'c', 'd', 'e'], 'either(a, b, c, d)'],
    ['a', ['b', 'c', 'd', 'e'], 'either(a, b, c, d)'],
    ['-', ['a', 'a'], 'either(a, a)'],
    ['null', ['a'], 'a'],
    ['text', ['a'], `either(primitive(${primitives.string}), a)`],
    ['a', ['null'], 'a'],
    ['null', ['a', 'b'], 'either(a, b)'],
    ['-', ['null'], 'null'],
    ['null', [], 'null'],
    ['a', ['null', 'null', 'null', 'b'], 'either(a, b)'],
    // Only the first four assignments count.
    ['a', ['null', 'null', 'null', 'null', 'b'], 'a'],
  ])('declared as %s and assigned %j are %s', (declared, assigned, expected) => {
    const file = new File();
    const entity = file.has('x', variable, { value: file.of(declared) });
    for (const value of assigned) file.gives(file.name('x', 0), file.of(value));
    expect(valueOf(file.done(), entity)).toBe(expected);
  });

  it('are the first four in order, without `null` beside other values', () => {
    const value = fc.constantFrom('null', 'a', 'b', 'c');
    fc.assert(
      fc.property(value, fc.array(value, { minLength: 1, maxLength: 4 }), (declared, assigned) => {
        const file = new File();
        const entity = file.has('x', variable, { value: file.of(declared) });
        for (const one of assigned) file.gives(file.name('x', 0), file.of(one));
        const all = [declared, ...assigned];
        const known = all.filter((one) => one !== 'null');
        const expected = (known.length > 0 ? known : all).slice(0, 4);
        expect(valueOf(file.done(), entity)).toBe(
          expected.length === 1 ? expected[0] : `either(${expected.join(', ')})`,
        );
      }),
    );
  });

  it.each([
    ['variable', variable, 'a'],
    ['parameter', parameter, 'a'],
    ['property', property, 'a'],
    ['function', entityKinds.function, '-'],
    ['class', entityKinds.class, '-'],
    ['import', imported, '-'],
  ])('are kept for a %s: %i, %s', (_, kind, expected) => {
    const file = new File();
    const entity = file.has('x', kind);
    file.gives(file.name('x', 0), file.of('a'));
    expect(valueOf(file.done(), entity)).toBe(expected);
  });

  it('belong to the variable of the nearest enclosing scope', () => {
    const file = new File();
    const outer = file.has('x', variable);
    const fun = file.scope(0, scopeKinds.function, -1);
    const block = file.scope(fun, scopeKinds.block, -1);
    const inner = file.has('x', variable, { scope: fun });
    const beside = file.has('x', variable, { scope: file.scope(0, scopeKinds.block, -1) });
    file.gives(file.name('x', block), file.of('deep'), block);
    file.gives(file.name('x', 0), file.of('top'));
    file.gives(file.name('y', block), file.of('lost'), block);
    const summary = file.done();
    expect([outer, inner, beside].map((entity) => valueOf(summary, entity))).toEqual(['top', 'deep', '-']);
    expect(entitiesNamed(summary, 'y')).toEqual([]);
  });

  it('skip narrowings and members of the name, but not parameters, whose parent is a function', () => {
    const file = new File();
    const narrowed = file.has('x', variable, { flags: entityFlags.narrowed });
    const owner = file.has('C', entityKinds.class);
    const member = file.has('x', property, { parent: owner });
    const declared = file.has('x', variable);
    const later = file.has('x', variable);
    const given = file.has('p', parameter, { parent: file.fun() });
    file.gives(file.name('x', 0), file.of('a'));
    file.gives(file.name('p', 0), file.of('b'));
    const summary = file.done();
    const shown = [narrowed, member, declared, later, given].map((entity) => valueOf(summary, entity));
    expect(shown).toEqual(['-', '-', 'a', '-', 'b']);
  });

  it('declare a variable of the file once, in languages where assigning declares', () => {
    const file = new File();
    file.declaresByAssigning = true;
    const inner = file.scope(0, scopeKinds.function, -1);
    file.gives(file.name('x', inner), file.of('a'), inner);
    file.gives(file.name('x', 0), file.of('b'));
    const summary = file.done();
    const [made, ...others] = entitiesNamed(summary, 'x');
    expect(others).toEqual([]);
    expect(valueOf(summary, made!)).toBe('either(a, b)');
    const fields = (['kind', 'flags', 'scope', 'parent', 'line', 'column', 'definition'] as const).map((field) =>
      fieldOf(summary, made!, field),
    );
    expect(fields).toEqual([variable, entityFlags.assigned, 0, -1, 7, 9, -1]);
  });
});

describe('what is assigned to a member', () => {
  /** Builds a file that assigns to a member of an object in a variable. */
  function memberOf(
    build: (file: File, owner: number, target: number) => void,
  ): [summary: FileSummary, members: number[], owner: number] {
    const file = new File();
    const literal = file.literal();
    const owner = file.operand(literal, 0);
    file.has('o', variable, { value: literal });
    build(file, owner, file.member(file.name('o', 0), 'm'));
    const summary = file.done();
    return [summary, entitiesNamed(summary, 'm'), owner];
  }

  it('declares it where nothing else does', () => {
    const [summary, [member, ...others], owner] = memberOf((file, _, target) => {
      const scope = file.scope(0, scopeKinds.block, -1);
      file.gives(target, file.of('a'), scope);
      file.gives(target, file.of('b'));
    });
    expect(others).toEqual([]);
    expect(valueOf(summary, member!)).toBe('either(a, b)');
    const fields = (['kind', 'flags', 'scope', 'parent', 'line', 'column'] as const).map((field) =>
      fieldOf(summary, member!, field),
    );
    expect(fields).toEqual([property, entityFlags.assigned | entityFlags.static, 1, owner, 7, 9]);
  });

  it.each([
    ['-', 0, 'a'],
    ['null', 0, 'a'],
    ['b', 0, 'b'],
    ['b', entityFlags.assigned, 'either(b, a)'],
  ])('is added to a member declared as %s with flags %i: %s', (declared, flags, expected) => {
    const [summary, members] = memberOf((file, owner, target) => {
      file.has('m', property, { parent: owner, value: file.of(declared), flags });
      file.has('m', property, { parent: owner + 100 });
      file.gives(target, file.of('a'));
    });
    expect(members).toHaveLength(2);
    expect(members.map((member) => valueOf(summary, member))).toEqual([expected, '-']);
  });

  it.each([
    [['null', '-'], '-'],
    [['-', 'null'], '-'],
    [['null'], 'null'],
    [['-', 'a'], 'a'],
    [['-'], '-'],
  ])('may be unknown, and null beside an unknown value is dropped: %j is %s', (assigned, expected) => {
    const [summary, [member]] = memberOf((file, _, target) => {
      for (const value of assigned) file.gives(target, file.of(value));
    });
    expect(valueOf(summary, member!)).toBe(expected);
  });

  it('makes the value unknown where it was null and an unknown value is assigned', () => {
    const [summary, [member]] = memberOf((file, owner, target) => {
      file.has('m', property, { parent: owner, value: file.of('null') });
      file.gives(target, file.of('-'));
    });
    expect(valueOf(summary, member!)).toBe('-');
  });

  it('declares a member even where the function has a parameter of that name', () => {
    const file = new File();
    const fun = file.has('g', entityKinds.function);
    const given = file.has('m', parameter, { parent: fun });
    file.gives(file.member(file.name('g', 0), 'm'), file.of('a'));
    const summary = file.done();
    const [first, second] = entitiesNamed(summary, 'm');
    expect(first).toBe(given);
    expect([valueOf(summary, first!), valueOf(summary, second!)]).toEqual(['-', 'a']);
  });

  it.each([
    ['the owner is unknown', (file: File) => file.member(file.name('nobody', 0), 'm')],
    [
      'the owner is the result of a call',
      (file: File) => file.member(file.node(ops.call, file.name('o', 0), 0, 0), 'm'),
    ],
    ['the owner is a member', (file: File) => file.member(file.member(file.name('o', 0), 'n'), 'm')],
    ['`this` is outside of functions', (file: File) => file.member(file.node(ops.this, 0), 'm')],
  ])('declares nothing where %s', (_, target) => {
    const file = new File();
    file.has('o', variable, { value: file.literal() });
    file.gives(target(file), file.of('a'));
    expect(entitiesNamed(file.done(), 'm')).toEqual([]);
  });

  it('belongs to the variable where its value is not an entity of the file, and to a class or import itself', () => {
    const file = new File();
    const owners = [
      file.has('v', variable, { value: file.of('a') }),
      file.has('C', entityKinds.class),
      file.has('i', imported),
    ];
    for (const name of ['v', 'C', 'i']) file.gives(file.member(file.name(name, 0), 'm'), file.of('b'));
    const summary = file.done();
    expect(entitiesNamed(summary, 'm').map((member) => fieldOf(summary, member, 'parent'))).toEqual(owners);
  });

  it('on a prototype belongs to the instances', () => {
    const file = new File();
    const owner = file.has('C', entityKinds.class);
    file.gives(file.member(file.member(file.name('C', 0), 'prototype'), 'm'), file.of('a'));
    const summary = file.done();
    const [member] = entitiesNamed(summary, 'm');
    expect([fieldOf(summary, member!, 'parent'), fieldOf(summary, member!, 'flags')]).toEqual([
      owner,
      entityFlags.assigned,
    ]);
  });

  it.each<[string, (file: File, owner: number) => number, (owner: number, fun: number) => number, boolean]>([
    ['a method', (file, owner) => file.has('f', method, { parent: owner }), (owner) => owner, false],
    [
      'a static method',
      (file, owner) => file.has('f', method, { parent: owner, flags: entityFlags.static }),
      (owner) => owner,
      true,
    ],
    ['a function', (file) => file.fun(), (_, fun) => fun, false],
    [
      'a function that belongs to a class',
      (file) => {
        const fun = file.fun();
        file.gives(file.member(file.name('C', 0), 'f'), file.entityNode(fun));
        return fun;
      },
      (owner) => owner,
      true,
    ],
  ])('on `this` in %s belongs to its class or function', (_, make, expectedOwner, isStatic) => {
    const file = new File();
    const owner = file.has('C', entityKinds.class);
    const fun = make(file, owner);
    const scope = file.scope(0, scopeKinds.function, fun);
    const arrow = file.scope(file.scope(scope, scopeKinds.block, -1), scopeKinds.arrow, -1);
    file.gives(file.member(file.node(ops.this, arrow), 'm'), file.of('a'), arrow);
    const summary = file.done();
    const [member] = entitiesNamed(summary, 'm');
    const isOfClass = (fieldOf(summary, member!, 'flags') & entityFlags.static) !== 0;
    expect([fieldOf(summary, member!, 'parent'), isOfClass]).toEqual([expectedOwner(owner, fun), isStatic]);
  });

  it('on `this` in a function without an owner declares nothing', () => {
    const file = new File();
    const scope = file.scope(file.scope(0, scopeKinds.function, file.fun()), scopeKinds.function, -1);
    file.gives(file.member(file.node(ops.this, scope), 'm'), file.of('a'), scope);
    expect(entitiesNamed(file.done(), 'm')).toEqual([]);
  });
});

describe('members of members', () => {
  function nested(nestsMembers: boolean, value: (file: File) => number): number[] {
    const file = new File();
    file.nestsMembers = nestsMembers;
    file.has('o', variable, { value: file.literal() });
    const inner = file.member(file.name('o', 0), 'inner');
    file.gives(inner, value(file));
    file.gives(file.member(inner, 'm'), file.of('a'));
    const summary = file.done();
    return entitiesNamed(summary, 'm').map((member) => fieldOf(summary, member, 'parent'));
  }

  it('are declared by assignment in languages that nest members, on objects only', () => {
    let made = -1;
    const literal = (file: File): number => {
      const node = file.literal();
      made = file.operand(node, 0);
      return node;
    };
    expect(nested(true, literal)).toEqual([made]);
    expect(nested(false, literal)).toEqual([]);
    expect(nested(true, (file) => file.of('unknown'))).toEqual([]);
  });

  it('of a declared member belong to the object in its declaration', () => {
    const file = new File();
    file.nestsMembers = true;
    const owner = file.has('C', entityKinds.class);
    const literal = file.literal();
    file.has('inner', property, { parent: owner, value: literal });
    file.gives(file.member(file.member(file.name('C', 0), 'inner'), 'm'), file.of('a'));
    file.gives(file.member(file.member(file.name('C', 0), 'other'), 'm'), file.of('a'));
    const summary = file.done();
    expect(entitiesNamed(summary, 'm').map((member) => fieldOf(summary, member, 'parent'))).toEqual([
      file.operand(literal, 0),
    ]);
  });
});

describe('a function that is assigned to a member', () => {
  it.each([
    ['of a class', (file: File) => file.name('C', 0), true],
    ['of its instances', (file: File) => file.member(file.name('C', 0), 'prototype'), false],
  ])('%s belongs to it', (_, object_, isStatic) => {
    const file = new File();
    const owner = file.has('C', entityKinds.class);
    const fun = file.fun();
    file.gives(file.member(object_(file), 'm'), file.entityNode(fun));
    const summary = file.done();
    expect([fieldOf(summary, fun, 'assignedTo'), fieldOf(summary, fun, 'flags')]).toEqual([
      owner,
      isStatic ? entityFlags.static : 0,
    ]);
    expect(valueOf(summary, entitiesNamed(summary, 'm')[0]!)).toBe(`entity(#${fun})`);
  });

  it('does not belong to itself or to an unknown owner; an assigned class keeps its own place', () => {
    const file = new File();
    const [fun, lost] = [file.fun(), file.fun()];
    const assigned = file.has('D', entityKinds.class);
    file.has('C', entityKinds.class);
    file.gives(file.member(file.name('f', 0), 'own'), file.entityNode(fun));
    file.gives(file.member(file.name('nobody', 0), 'm'), file.entityNode(lost));
    file.gives(file.member(file.name('C', 0), 'm'), file.entityNode(assigned));
    const summary = file.done();
    expect([fun, lost, assigned].map((entity) => fieldOf(summary, entity, 'assignedTo'))).toEqual([-1, -1, -1]);
    expect([fun, lost, assigned].map((entity) => fieldOf(summary, entity, 'flags'))).toEqual([0, 0, 0]);
  });

  it.each([
    ['prototype', true],
    ['other', false],
  ])('an object assigned as `%s` hands over its members: %s', (name, gives) => {
    const file = new File();
    const owner = file.has('C', entityKinds.class);
    const literal = file.literal();
    const from = file.operand(literal, 0);
    const members = [file.has('a', method, { parent: from }), file.has('b', property, { parent: from })];
    const other = file.has('c', property, { parent: from + 50 });
    file.gives(file.member(file.name('C', 0), name), literal);
    const summary = file.done();
    const parents = [...members, other].map((entity) => fieldOf(summary, entity, 'parent'));
    expect(parents).toEqual([gives ? owner : from, gives ? owner : from, from + 50]);
    expect(fieldOf(summary, from, 'assignedTo')).toBe(-1);
  });
});

describe('elements', () => {
  const listOf = (names: readonly string[]): string =>
    `cast(arrayOf(union(${names.map((name) => `typeOf(${name})`).join(', ')})), -)`;

  it.each([1, 7, 8, 9, 20])('of %i assignments are a list of the first eight', (count) => {
    const file = new File();
    const names = Array.from({ length: count }, (_, n) => `e${n}`);
    const entity = file.has('x', variable, { value: file.of('declared') });
    for (const name of names) file.gives(file.node(ops.index, file.name('x', 0), 0), file.of(name));
    expect(valueOf(file.done(), entity)).toBe(`either(declared, ${listOf(names.slice(0, 8))})`);
  });

  it('can belong to members, also to members that a later assignment declares', () => {
    const file = new File();
    const owner = file.has('C', entityKinds.class);
    const known = file.has('known', property, { parent: owner });
    for (const name of ['known', 'later', 'never'])
      file.gives(file.node(ops.index, file.member(file.name('C', 0), name), 0), file.of('e'));
    file.gives(file.member(file.name('C', 0), 'later'), file.of('a'));
    const summary = file.done();
    expect(valueOf(summary, known)).toBe(listOf(['e']));
    expect(entitiesNamed(summary, 'later').map((entity) => valueOf(summary, entity))).toEqual([
      `either(a, ${listOf(['e'])})`,
    ]);
    expect(entitiesNamed(summary, 'never')).toEqual([]);
  });

  it.each<[string, (file: File) => number]>([
    ['is declared with a type', (file) => file.entity({ name: 'x', kind: variable, scope: 0, type: file.of('T') }, at)],
    ['is a parameter', (file) => file.has('x', parameter)],
    ['is a function', (file) => file.has('x', entityKinds.function)],
  ])('are ignored where the target %s', (_, make) => {
    const file = new File();
    const entity = make(file);
    file.gives(file.node(ops.index, file.name('x', 0), 0), file.of('e'));
    file.gives(file.node(ops.index, file.name('nobody', 0), 0), file.of('e'));
    file.gives(file.node(ops.index, file.node(ops.call, file.name('x', 0), 0, 0), 0), file.of('e'));
    expect(valueOf(file.done(), entity)).toBe('-');
  });

  it('that are unknown are ignored', () => {
    const file = new File();
    const entity = file.has('x', variable);
    file.gives(file.node(ops.index, file.name('x', 0), 0), 0);
    expect(valueOf(file.done(), entity)).toBe('-');
  });

  it('of two variables are kept apart', () => {
    const file = new File();
    const holders = ['x', 'y'].map((name) => file.has(name, variable));
    for (const name of ['x', 'y', 'x']) file.gives(file.node(ops.index, file.name(name, 0), 0), file.of(`of ${name}`));
    const summary = file.done();
    expect(holders.map((entity) => valueOf(summary, entity))).toEqual([listOf(['of x', 'of x']), listOf(['of y'])]);
  });
});

it('a file without assignments is not changed', () => {
  const file = new File();
  const entity = file.has('x', variable, { value: file.either([file.of('a'), file.of('null')]) });
  const summary = file.done();
  expect(shownNode(summary, fieldOf(summary, entity, 'value'))).toBe('either(a, null)');
});
