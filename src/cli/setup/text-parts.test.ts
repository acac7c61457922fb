import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryOut } from './carry-out.ts';
import { clients, findClient } from './clients.ts';
import type { Client, TextPart } from './clients.ts';
import { agentText, guidanceText, sessionHooks } from './guidance.ts';
import { planSetup, planUnsetup } from './plan.ts';
import type { Target } from './plan.ts';
import { loadRecords } from './record.ts';
import type { SetupRecord } from './record.ts';
import { textTargets } from './targets.ts';
import { createTestHome, testSetupContext } from './testing/home.ts';
import type { TestHome } from './testing/home.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.remove());

const fieldsOf = {
  guidance: { text: guidanceText },
  agent: { text: agentText },
  hint: { hooks: sessionHooks({ command: '/opt/my node', args: ['/opt/bin.js'] }) },
};

function targetFor(client: Client, part: TextPart): Target & { part: TextPart } {
  const [target] = textTargets([client], [part], 'project', home.locations());
  return target!;
}

function knownAt({ path }: Target): SetupRecord | null {
  return loadRecords(testSetupContext(home, 'write').userConfigDirectory).find((one) => one.path === path) ?? null;
}

async function write(
  target: Target & { part: TextPart },
  fields: Readonly<Record<string, unknown>> = fieldsOf[target.part],
) {
  const plan = planSetup(target, fields, knownAt(target));
  return plan.standing === 'set' ? 'set' : (await carryOut(plan, testSetupContext(home, 'write'), [])).action;
}

async function undo(target: Target) {
  const plan = planUnsetup(target, knownAt(target));
  return plan.standing === 'absent' ? 'absent' : (await carryOut(plan, testSetupContext(home, 'write'), [])).action;
}

const claude = findClient('claude-code');
const pathIn = ({ path }: Target): string => path.slice(home.folder.length + 1);

describe('a text for agents', () => {
  it.each([
    ['guidance', '# Rules\n\nBe kind.\n'],
    ['guidance', '# Rules\r\n\r\nBe kind.'],
    ['guidance', '\ufeff# Rules\n'],
    ['agent', '---\nname: mine\n---\n'],
    ['hint', '{\n  "hooks": { "Stop": [] } // mine\n}\n'],
    ['hint', '{}'],
  ] as const)('%s is written beside %j, and undone exactly', async (part, text) => {
    const target = targetFor(claude, part);
    home.write(pathIn(target), text);
    const before = home.snapshot();
    expect(await write(target)).toBe('written');
    expect(await write(target)).toBe('set');
    expect(await undo(target)).toBe('written');
    expect(home.snapshot()).toEqual(before);
  });

  it.each(['guidance', 'agent', 'hint'] as const)('%s leaves nothing behind where there was nothing', async (part) => {
    expect(await write(targetFor(claude, part))).toBe('written');
    expect(await undo(targetFor(claude, part))).toBe('removed');
    expect(home.snapshot()).toEqual({});
  });

  it('is replaced by a newer one, and what the user wrote around it stays', async () => {
    const target = targetFor(claude, 'guidance');
    home.write(pathIn(target), '# Rules\n');
    await write(target, { text: 'old words' });
    home.write(pathIn(target), `${home.read(pathIn(target))!}\n# More rules\n`);
    expect(await write(target)).toBe('written');
    const text = readFileSync(target.path, 'utf8');
    expect(text).toContain(guidanceText);
    expect(text).not.toContain('old words');
    expect(await undo(target)).toBe('written');
    expect(home.read(pathIn(target))).toBe('# Rules\n\n# More rules\n');
  });

  it('is not written into a block without an end', () => {
    const target = targetFor(claude, 'guidance');
    home.write(pathIn(target), '<!-- code-scout: begin -->\n');
    expect(() => planSetup(target, fieldsOf.guidance, null)).toThrow(/CLAUDE\.md:1:1: the block has no end/);
  });

  it('is not added to hooks of the user, who gets the text', () => {
    const target = targetFor(claude, 'hint');
    home.write(pathIn(target), '{ "hooks": { "SessionStart": [] } }');
    expect(() => planSetup(target, fieldsOf.hint, null)).toThrow('has hooks for the start of a session already');
  });

  it('is in one file once, though several clients read it', () => {
    const paths = textTargets(clients, ['guidance'], 'project', home.locations())
      .map((target) => pathIn(target).replaceAll(sep, '/'))
      .toSorted();
    expect(paths).toEqual(['project/AGENTS.md', 'project/CLAUDE.md', 'project/GEMINI.md']);
  });

  it('names only tools that setup has served', async () => {
    const { coreTools } = await import('../../tools/registry.ts').then(({ tools }) => ({
      coreTools: tools.filter(({ core }) => core !== undefined && core !== null).map(({ name }) => name),
    }));
    const named = [...`${guidanceText}\n${agentText}`.matchAll(/`(\w+_\w+|explore|changes)`/g)].map(
      ([, name]) => name!,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !coreTools.includes(name))).toEqual([]);
    const allowed = [...agentText.matchAll(/mcp__code-scout__([\w-]+)/g)].map(([, name]) => name!);
    expect(allowed.toSorted()).toEqual(coreTools.toSorted());
  });
});
