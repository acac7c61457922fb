/** Whether numbers mean the same to the module of trees as to the rest of the program. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitionKinds } from '../model/definition.ts';
import * as facts from '../model/link-facts.ts';

const module = new URL('../kernels/ecmascript/', import.meta.url);

/** By the beginning of constants' names: the table that they are of. */
const tables: Record<string, Readonly<Record<string, number>>> = {
  scope: { ...facts.scopeKinds, width: facts.scopeWidth },
  kind: facts.entityKinds,
  flag: facts.entityFlags,
  field: facts.entityFields,
  heritage: facts.heritage,
  op: facts.ops,
  primitive: facts.primitives,
  form: facts.exportForms,
  site: { ...facts.siteKinds, width: facts.siteWidth },
  entity: { width: facts.entityWidth },
  export: { width: facts.exportWidth },
};

function meant(constant: string): number | undefined {
  const [, table = '', first = '', rest = ''] = /^([a-z]+)([A-Z])(\w*)$/.exec(constant) ?? [];
  return tables[table]?.[`${first.toLowerCase()}${rest}`];
}

describe('the module of trees', () => {
  it('has the numbers of link facts', async () => {
    const codes = (await import(new URL('facts/codes.ts', module).href)) as Record<string, number>;
    const names = Object.keys(codes);
    expect(names.length).toBeGreaterThan(100);
    expect({ ...codes }).toEqual(Object.fromEntries(names.map((name) => [name, meant(name)])));
  });

  it('has the kinds of definitions in their order', () => {
    const text = readFileSync(new URL('definitions/records.ts', module), 'utf8');
    const [, members = ''] = /enum Kind \{([^}]*)\}/.exec(text) ?? [];
    const kinds = [...members.matchAll(/\b([A-Z])(\w*),/g)].map(
      ([, first = '', rest = '']) => `${first.toLowerCase()}${rest}`,
    );
    expect(kinds).toHaveLength(11);
    expect(kinds).toEqual(definitionKinds.slice(0, kinds.length));
  });
});
