/**
 * `npm run test:clients`: real clients connect to the built server, list its tools and get whole answers; validators
 * check what is published for them. `-- codex gemini` tries only these.
 * The clients are installed first, so this is not part of `npm run check`. Our own `setup` configures each in a home
 * folder of its own.
 * Invariants: after the installation there is no network but loopback, as far as the machine allows that; the exit code
 * is 0 exactly when every client could be installed and passed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, start } from '../../scripts/lib/repository.ts';
import { takeNetworkAway } from '../../scripts/offline/network-namespace.ts';
import { agents } from './agents.ts';
import type { Agent } from './agents.ts';
import { askDirectly, uses, wholeForm } from './direct.ts';
import type { Direct, ServerEntry } from './direct.ts';
import { fullName, lastSentence, startMockModel } from './mock-model.ts';
import type { Observed, Script } from './mock-model.ts';
import { install, packages, programOf } from './packages.ts';
import type { ClientPackage } from './packages.ts';
import type { Scope } from '../../src/cli/setup/clients.ts';
import { createSandbox } from './sandbox.ts';
import type { Ended, Sandbox } from './sandbox.ts';
import { validationsOf, type Validation } from './validators.ts';

const ours = at('dist', 'bin.js');
const withoutNetwork = '--without-network';

interface Finding {
  ok: boolean;
  text: string;
}

function finding(ok: boolean, text: string): Finding {
  return { ok, text };
}

function endOf({ code, stdout, stderr }: Ended): string {
  const tail = (text: string): string => text.trim().split('\n').slice(-8).join('\n');
  return `exit code ${code}\n${tail(stdout)}\n${tail(stderr)}`;
}

function foundTools(agent: Agent, { tools }: Direct, observed: Observed): Finding[] {
  const names = tools.map((own) => fullName(agent.offeredAs(own)));
  const missing = names.filter((name) => !observed.offered.has(name));
  const count = `${names.length - missing.length} of ${names.length} tools`;
  const atOnce = names.filter((name) => observed.offeredAtOnce.has(name)).length;
  const mentioned = names.filter((name) => observed.mentioned.has(name)).length;
  const how =
    observed.searches > 0
      ? `by its search for tools${observed.searches === 1 ? '' : `, the ${observed.searches}th, because it had not waited for its servers`}; before, ${mentioned} were named and ${atOnce} offered`
      : `${atOnce} in the first request`;
  return [
    finding(
      missing.length === 0,
      `offers ${count} (${how})${missing.length === 0 ? '' : `, not ${missing.join(', ')}`}`,
    ),
  ];
}

function foundAnswers({ answers }: Direct, observed: Observed): Finding[] {
  return uses.map(({ own }) => {
    const passedBack = observed.results.get(own);
    if (passedBack === undefined) return finding(false, `${own}: no answer was passed on`);
    const form = wholeForm(passedBack, answers.get(own)!);
    if (form !== null) return finding(true, `${own}: the whole answer, as ${form}, ${passedBack.length} characters`);
    return finding(
      false,
      `${own}: not the whole answer:\n${passedBack.slice(0, 1500)}\nbut directly:\n${JSON.stringify(answers.get(own)).slice(0, 1500)}`,
    );
  });
}

interface Trial {
  agent: Agent;
  client: ClientPackage;
  sandbox: Sandbox;
  entry: ServerEntry;
  scope: Scope;
}

/** Whether everything that existed before `setup` is restored. */
function isRestored({ agent, sandbox, scope }: Trial, settings: readonly (readonly [string, string])[]): Finding {
  const left = settings.map(([path, text]) => [readFileSync(join(sandbox.home, path), 'utf8'), text] as const);
  if (scope === 'project')
    return finding(
      !existsSync(join(sandbox.project, agent.projectFile)),
      'unsetup removed the file that setup had written',
    );
  const isBack = left.every(([now, text]) => (agent.keepsSettings ? now === text : !now.includes(ours)));
  const how = agent.keepsSettings
    ? 'restored its settings byte for byte'
    : 'removed the entry from settings that the client had rewritten';
  return finding(isBack, `unsetup ${how}`);
}

async function tryAgent(trial: Trial): Promise<Finding[]> {
  const { agent, client, sandbox, entry, scope } = trial;
  const wanted = uses.map((use) => ({ ...use, tool: agent.offeredAs(use.own) }));
  const script: Script = { dialect: agent.dialect, tools: [], uses: wanted };
  const model = await startMockModel(script);
  try {
    const settings = Object.entries(agent.settings(model.url, sandbox.project));
    for (const [path, text] of settings) sandbox.write(join('home', path), text);
    const which = [agent.id, '--scope', scope, '--yes'];
    const setUp = await sandbox.run([ours, 'setup', ...which]);
    if (setUp.code !== 0) return [finding(false, `setup: ${endOf(setUp)}`)];
    // Only here, because the settings of the project are among the files of the project.
    const direct = await askDirectly(entry, sandbox.project, sandbox.home);
    script.tools = direct.tools.map((own) => agent.offeredAs(own));
    const ended = await sandbox.run([programOf(client), ...agent.args], agent.env(model.url));
    const { observed } = model;
    const hasEnded = ended.code === 0 && ended.stdout.includes(lastSentence);
    const others =
      observed.others.length === 0 ? '' : `; it also asked for ${[...new Set(observed.others)].join(', ')}`;
    const back = await sandbox.run([ours, 'unsetup', ...which]);
    return [
      finding(
        hasEnded,
        hasEnded ? `ran to its end in ${observed.questions} questions to the model${others}` : endOf(ended),
      ),
      ...foundTools(agent, direct, observed),
      ...foundAnswers(direct, observed),
      back.code === 0 ? isRestored(trial, settings) : finding(false, `unsetup: ${endOf(back)}`),
    ];
  } finally {
    await model.close();
  }
}

async function tryInspector(client: ClientPackage, sandbox: Sandbox, entry: ServerEntry): Promise<Finding[]> {
  const direct = await askDirectly(entry, sandbox.project, sandbox.home);
  const inspect = (args: readonly string[]): Promise<Ended> =>
    sandbox.run([programOf(client), '--cli', '--config', '.mcp.json', '--server', 'code-scout', ...args]);
  const list = await inspect(['--method', 'tools/list', '--strict']);
  if (list.code !== 0) return [finding(false, `tools/list --strict: ${endOf(list)}`)];
  const { tools } = JSON.parse(list.stdout) as { tools: { name: string }[] };
  const missing = direct.tools.filter((own) => !tools.some(({ name }) => name === own));
  const warnings = list.stderr.match(/^Warning: tool /gm)?.length ?? 0;
  const findings = [
    finding(
      missing.length === 0,
      `tools/list --strict: exit code 0, ${tools.length} tools, ${warnings} warnings${missing.length === 0 ? '' : `, not ${missing.join(', ')}`}`,
    ),
  ];
  for (const { own, args } of uses) {
    const pairs = Object.entries(args).map(([name, value]) => `${name}=${String(value)}`);
    const call = await inspect(['--method', 'tools/call', '--tool-name', own, '--tool-arg', ...pairs]);
    const { content = [] } = call.code === 0 ? (JSON.parse(call.stdout) as { content?: { text?: string }[] }) : {};
    const passedBack = content.map(({ text }) => text ?? '').join('\n');
    const form = wholeForm(passedBack, direct.answers.get(own)!);
    findings.push(
      finding(
        form !== null,
        form === null ? `${own}: ${endOf(call)}` : `${own}: the whole answer, ${passedBack.length} characters`,
      ),
    );
  }
  return findings;
}

/** The server entry of a project's `.mcp.json`, which `setup` writes. */
async function prepare(sandbox: Sandbox): Promise<ServerEntry> {
  const setUp = await sandbox.run([ours, 'setup', 'claude-code', '--scope', 'project', '--yes']);
  if (setUp.code !== 0) throw new Error(`setup: ${endOf(setUp)}`);
  // With a complete index, answers do not depend on when they are asked for.
  const indexed = await sandbox.run([ours, 'similar', 'login']);
  if (indexed.code !== 0) throw new Error(`similar: ${endOf(indexed)}`);
  const file = JSON.parse(readFileSync(join(sandbox.project, '.mcp.json'), 'utf8')) as {
    mcpServers: Record<string, ServerEntry>;
  };
  return file.mcpServers['code-scout']!;
}

async function inSandbox(use: (sandbox: Sandbox, entry: ServerEntry) => Promise<Finding[]>): Promise<Finding[]> {
  const sandbox = createSandbox();
  try {
    return await use(sandbox, await prepare(sandbox));
  } catch (error) {
    return [finding(false, String(error))];
  } finally {
    sandbox.remove();
  }
}

interface Attempt {
  title: string;
  run(): Promise<Finding[]>;
}

async function tryValidator({ run }: Validation): Promise<Finding[]> {
  const sandbox = createSandbox();
  try {
    const ended = await run(sandbox);
    return [finding(ended.code === 0, ended.code === 0 ? 'exit code 0' : endOf(ended))];
  } finally {
    sandbox.remove();
  }
}

/**
 * Attempts for one client: an agent with the user's settings and with those of the project; the Inspector with those of
 * the project; a validator with what it validates.
 */
function attemptsOf(client: ClientPackage): Attempt[] {
  const title = `${client.id} (${client.name} ${client.version})`;
  const validations = validationsOf(client).map((one) => ({
    title: `${title}, ${one.title}`,
    run: () => tryValidator(one),
  }));
  return [...callsOf(client, title), ...validations];
}

function callsOf(client: ClientPackage, title: string): Attempt[] {
  const agent = agents.find(({ id }) => id === client.id);
  if (client.id === 'inspector')
    return [{ title, run: () => inSandbox((sandbox, entry) => tryInspector(client, sandbox, entry)) }];
  if (agent === undefined) return [];
  return (['user', 'project'] as const).map((scope) => ({
    title: `${title}, ${scope} scope`,
    run: () =>
      inSandbox(async (sandbox, entry) => {
        // Only one entry is tested.
        const taken = await sandbox.run([ours, 'unsetup', 'claude-code', '--scope', 'project', '--yes']);
        if (taken.code !== 0) throw new Error(`unsetup: ${endOf(taken)}`);
        return tryAgent({ agent, client, sandbox, entry, scope });
      }),
  }));
}

/** Runs without network. */
async function tryAll(clients: readonly ClientPackage[]): Promise<number> {
  let failed = 0;
  const attempts = clients.flatMap(attemptsOf);
  for (const { title, run } of attempts) {
    const findings = await run();
    const ok = findings.every((one) => one.ok);
    if (!ok) failed++;
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${title}`);
    for (const one of findings)
      console.log(`        ${one.ok ? '' : 'FAILED: '}${one.text.replaceAll('\n', '\n          ')}`);
  }
  console.log(`${attempts.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Installs the clients and tries them, and prints at the end which ones could not be installed. */
async function main(clients: readonly ClientPackage[]): Promise<number> {
  const installed: ClientPackage[] = [];
  const missing: string[] = [];
  for (const client of clients) {
    const problem = await install(client);
    if (problem === null) installed.push(client);
    else missing.push(`${client.id} could not be installed (${client.name} ${client.version}): ${problem}`);
  }
  const status = installed.length === 0 ? 0 : await startInner(installed);
  for (const line of missing) console.log(line);
  return missing.length === 0 ? status : 1;
}

/** Builds, and starts this file again without network. */
async function startInner(clients: readonly ClientPackage[]): Promise<number> {
  const build = await start('node', [at('scripts', 'build.ts')]);
  if (build.code !== 0 || !existsSync(ours)) {
    console.log(build.output);
    return 1;
  }
  const { prefix, how } = takeNetworkAway();
  console.log(
    prefix.length > 0 ? `without network: ${how}` : `limited to loopback by environment variables only (${how})`,
  );
  const inner = [process.execPath, import.meta.filename, withoutNetwork, ...clients.map(({ id }) => id)];
  const [program = '', ...args] = [...prefix, ...inner];
  return spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
}

const asked = process.argv.slice(2);
const isInner = asked[0] === withoutNetwork;
const names = isInner ? asked.slice(1) : asked;
const unknown = names.filter((name) => !packages.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`No such client: ${unknown.join(', ')}. Clients: ${packages.map(({ id }) => id).join(', ')}`);
  process.exitCode = 2;
} else {
  const chosen = packages.filter(({ id }) => names.length === 0 || names.includes(id));
  process.exitCode = isInner ? await tryAll(chosen) : await main(chosen);
}
