import { describe, expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { tools } from './registry.ts';
import { selectTools, type ToolSelection } from './selection.ts';

const all: ToolSelection = { toolsets: [], names: [], excluded: [], readOnly: false };

function named(selection: Partial<ToolSelection>): string[] {
  return selectTools(tools, { ...all, ...selection }).map(({ name }) => name);
}

function refusal(selection: Partial<ToolSelection>): AppError {
  try {
    named(selection);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

/** The contract's list of `core`. */
const core = [
  'changes',
  'code-scout_status',
  'explore',
  'get_callers',
  'get_impact',
  'read_file',
  'search_code',
  'search_repo',
];

describe('selectTools', () => {
  it('selects all tools by default, the same list', () => {
    expect(selectTools(tools, all)).toBe(tools);
    expect(named({ toolsets: ['all'] })).toEqual(tools.map(({ name }) => name));
  });

  it('has exactly the tools of the contract in core', () => {
    expect(named({ toolsets: ['core'] })).toEqual(core.filter((name) => tools.some((tool) => tool.name === name)));
  });

  it('has the tools of core in their brief form, and in full if more is selected', () => {
    const brief = selectTools(tools, { ...all, toolsets: ['core'] });
    for (const tool of brief) {
      const own = tools.find(({ name }) => name === tool.name)!;
      expect(tool.description.length).toBeLessThan(own.description.length);
      expect(Object.keys(own.input.shape)).toEqual(expect.arrayContaining([...(tool.listed ?? [])]));
      expect(tool.input).toBe(own.input);
    }
    const whole = (selection: Partial<ToolSelection>): string[] =>
      selectTools(tools, { ...all, ...selection })
        .filter((tool) => tool.core !== undefined && tool.listed === undefined)
        .map(({ name }) => name);
    expect(whole({ toolsets: ['core'] })).toEqual([]);
    expect(whole({ toolsets: ['core'], names: ['explore'] })).toEqual(['explore']);
    expect(whole({ toolsets: ['core', 'files'] })).toEqual(['read_file', 'search_code']);
    expect(whole({ toolsets: ['core', 'all'] })).toEqual(core);
  });

  it.each(['tags', 'index', 'files', 'semantic', 'graph'])('knows the toolset %s', (toolset) => {
    const wanted = tools.filter((tool) => tool.toolset === toolset).map(({ name }) => name);
    expect(wanted.length).toBeGreaterThan(0);
    expect(named({ toolsets: [toolset] })).toEqual(wanted);
  });

  it('adds single tools to toolsets, and serves them alone if no toolset is named', () => {
    expect(named({ names: ['read_file', 'find_path'] })).toEqual(['find_path', 'read_file']);
    expect(named({ toolsets: ['tags'], names: ['read_file'] })).toEqual(['code-scout_search', 'read_file']);
  });

  it('excludes a tool even if another setting names it', () => {
    expect(named({ names: ['read_file', 'search'], excluded: ['read_file'] })).toEqual(['search']);
    expect(named({ excluded: ['search'] })).toEqual(tools.map(({ name }) => name).filter((name) => name !== 'search'));
  });

  it('lets read-only override everything', () => {
    const writers = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
    expect(writers).toEqual(['code-scout_index']);
    expect(named({ readOnly: true }).filter((name) => writers.includes(name))).toEqual([]);
    expect(named({ toolsets: ['all'], names: writers, readOnly: true })).toHaveLength(tools.length - writers.length);
  });

  it.each<[Partial<ToolSelection>, string, string]>([
    [{ toolsets: ['grpah'] }, 'Unknown toolset: grpah', 'Did you mean graph? The toolsets are all, core, tags'],
    [{ names: ['read_fil'] }, 'Unknown tool: read_fil', 'Did you mean read_file? The tools are'],
    [{ excluded: ['zzzz'] }, 'Unknown tool: zzzz', 'The tools are'],
    [{ names: ['search'], excluded: ['search'] }, 'No tool is left to serve', '--toolsets'],
    [{ names: ['code-scout_index'], readOnly: true }, 'No tool is left to serve', '--read-only'],
  ])('refuses %j', (selection, message, hint) => {
    const error = refusal(selection);
    expect(error.code).toBe('ConfigurationError');
    expect(error.message).toBe(message);
    expect(error.hint).toContain(hint);
  });
});
