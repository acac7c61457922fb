/** What a client's model is told of a node of an organisation's server. */
import { expect, it } from 'vitest';
import { instructionsFor } from './instructions.ts';
import { teamWording } from './team-wording.ts';

it('says of a team’s repositories what is true of them: nobody edits them here, and they are on no disk of the reader', () => {
  const team = instructionsFor(['git.example.org/team/shop'], null, teamWording);
  expect(team).toContain('a team’s repositories, as they were last pushed');
  expect(team).toContain('The server indexes each push by itself');
  expect(team).not.toMatch(/one project|edits|disk|leaves the machine|code-scout_index/);
  expect(team.length).toBeLessThan(instructionsFor(['git.example.org/team/shop'], null).length);
});

it('says of a folder of this machine what it always did', () => {
  expect(instructionsFor([], null)).toMatch(
    /one project.*Nothing leaves the machine.*as they are on disk.*After edits/s,
  );
});

it('says each topic of a team that is another one of a folder', () => {
  const usual = instructionsFor([], null);
  for (const lead of Object.keys(teamWording.leads)) expect(usual).toContain(lead);
  for (const tool of Object.keys(teamWording.advice)) expect(usual).toContain(tool);
});
