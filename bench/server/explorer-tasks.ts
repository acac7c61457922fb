/**
 * `npm run bench -- explorer-tasks --root FOLDER`: what readers do in the explorer, on an indexed project (this repository, unless another is named): the first letter
 * in the palette, three edges from a symbol and back, the longest file from its first line to its last, and the last commit. For each the CPU time of the
 * page's thread and of the server, and the sizes of the answers. The page is the built one (`npm run build`).
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page, type Request } from 'playwright-core';
import { findBrowser, noBrowser } from '../../scripts/lib/browser.ts';
import { maxAnswerBytes, type FileAnswer, type MapAnswer } from '../../src/explorer/contract.ts';
import { repositoryRoot } from '../lib/evaluation.ts';
import { median } from '../lib/measure.ts';
import { threadsMs, watchPage, workedMs } from '../lib/page-cpu.ts';
import { builtEntry } from '../lib/stdio-server.ts';

/** The most that a frame, and type-ahead, may take (ms of CPU). */
const most = { frame: 16, letter: 100 };
const letters = 'acdefghilmnoprstuw';
const { values } = parseArgs({
  options: { root: { type: 'string', default: repositoryRoot }, symbol: { type: 'string' }, file: { type: 'string' } },
});

/** A task: the CPU of the page and of the server (ms), and the answers that it took. */
interface Spent {
  page: number;
  server: number;
  answers: { url: string; bytes: number }[];
}

/** The question of a request; null for what is none, and for the state of the project, which the page looks at all the time. */
function questionOf(request: Request): string | null {
  const question = request.url().split('/api/explorer/')[1];
  return question === undefined || question.startsWith('project') ? null : question;
}

class Reader {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #pid: number;
  #answers: Spent['answers'] = [];
  /** Questions on their way. */
  #open = 0;

  constructor(page: Page, session: CDPSession, pid: number) {
    this.#page = page;
    this.#session = session;
    this.#pid = pid;
    page.on('request', (request) => {
      if (questionOf(request) !== null) this.#open++;
    });
    page.on('requestfailed', (request) => {
      if (questionOf(request) !== null) this.#open--;
    });
    page.on('requestfinished', (request) => void this.#finished(request));
  }

  async #finished(request: Request): Promise<void> {
    const url = questionOf(request);
    if (url === null) return;
    const body = await (await request.response())?.body();
    this.#answers.push({ url, bytes: body?.length ?? 0 });
    this.#open--;
  }

  async spends(task: () => Promise<unknown>): Promise<Spent> {
    this.#answers = [];
    const before = { page: await workedMs(this.#session), server: threadsMs(this.#pid) };
    await task();
    await this.settled();
    return {
      page: (await workedMs(this.#session)) - before.page,
      server: threadsMs(this.#pid) - before.server,
      answers: this.#answers,
    };
  }

  /** Nothing is on its way any more. */
  async settled(): Promise<void> {
    for (let still = 0; still < 3; still = this.#open > 0 ? 0 : still + 1) await this.#page.waitForTimeout(50);
    await this.#page.locator('main .waiting').waitFor({ state: 'detached' });
  }
}

/** Waits until a server that has just started has looked at all files. */
async function rests(pid: number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY, now = threadsMs(pid); now - before > 10; now = threadsMs(pid)) {
    before = now;
    await new Promise((done) => setTimeout(done, 500));
  }
}

function told(what: string, { page, server, answers }: Spent): string {
  const largest = answers.reduce((one, other) => (other.bytes > one.bytes ? other : one), { url: '', bytes: 0 });
  const excess = largest.bytes > maxAnswerBytes ? `, more than ${maxAnswerBytes}` : '';
  return `${what}: ${page.toFixed(0)} ms of CPU in the page, ${server.toFixed(0)} in the server; ${answers.length} answers, the largest ${largest.bytes} bytes${excess}`;
}

async function firstLetters(page: Page, reader: Reader): Promise<void> {
  const spent: Spent[] = [];
  for (const letter of letters) {
    await page.keyboard.press('/');
    await page.getByRole('combobox').waitFor();
    spent.push(
      await reader.spends(async () => {
        await page.keyboard.type(letter);
        // A symbol: what else the letter may mean needs no answer.
        await page.locator('.choice .kind').first().waitFor();
      }),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  }
  const sums = spent.map((one) => one.page + one.server);
  const slowest = Math.max(...sums);
  const worst = letters[sums.indexOf(slowest)];
  const excess = slowest > most.letter ? `, more than ${most.letter}` : '';
  console.log(
    `The first letter in the palette, ${letters.length} of them: ${median(sums).toFixed(0)} ms of CPU in page and server (median), at most ${slowest.toFixed(0)} (${worst})${excess}`,
  );
}

/** The name in the middle of a symbol's page; null on another page. */
function shownName(page: Page): Promise<string | null> {
  return page.evaluate(`document.querySelector('.subject h1 .name')?.textContent ?? null`);
}

/** Waits for a name in the middle. The page's rules allow no text to be run as code, as a wait of the browser's driver needs it. */
async function named(page: Page, isIt: (name: string | null) => boolean): Promise<void> {
  while (!isIt(await shownName(page))) await page.waitForTimeout(20);
}

/** Three times the first symbol that the one in the middle calls or that calls it, and back. */
async function threeEdges(page: Page): Promise<void> {
  const first = await shownName(page);
  for (let edge = 0; edge < 3; edge++) {
    const before = await shownName(page);
    await page.locator('.left .neighbours a, .right .neighbours a').first().click();
    await named(page, (name) => name !== null && name !== before);
  }
  for (let edge = 0; edge < 3; edge++) await page.goBack();
  await named(page, (name) => name === first);
}

async function scrolled(page: Page, session: CDPSession, frames: number): Promise<number> {
  const nextFrame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  const run = async (script: (frame: number) => string): Promise<number> => {
    const before = await workedMs(session);
    for (let frame = 0; frame < frames; frame++) {
      await page.evaluate(script(frame));
      await page.evaluate(nextFrame);
    }
    return ((await workedMs(session)) - before) / frames;
  };
  const idle = await run(() => '0');
  return (
    (await run(
      (frame) =>
        `document.querySelector('.code').scrollTop = ${frame} * document.querySelector('.code').scrollHeight / ${frames}`,
    )) - idle
  );
}

const executablePath = findBrowser();
if (executablePath === null) throw new Error(noBrowser);
const server = spawn(process.execPath, [builtEntry, '--json', 'serve', '--http', '--port', '0'], {
  cwd: values.root,
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const { value } = (await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()) as {
    value: string;
  };
  const { url } = JSON.parse(value) as { url: string };
  const ask = async <T>(question: string): Promise<T> => (await fetch(`${url}/api/explorer/${question}`)).json() as T;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(120_000);
  const session = await watchPage(page);
  const reader = new Reader(page, session, server.pid!);
  await page.goto(url);
  await page.locator('h1').waitFor();
  await page.waitForResponse((response) => response.url().includes('/palette?'));
  await reader.settled();
  await rests(server.pid!);
  await firstLetters(page, reader);

  const { symbols } = await ask<{ symbols: { shown: { id: string }[] } }>(`palette?q=${values.symbol ?? 'main'}`);
  const symbol = symbols.shown[0]?.id ?? '';
  const go = (hash: string) => (): Promise<void> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  console.log(told(`The symbol ${symbol}`, await reader.spends(go(`/symbol?id=${encodeURIComponent(symbol)}`))));
  console.log(told('Three edges from there, and back', await reader.spends(() => threeEdges(page))));

  const map = await ask<MapAnswer>('map');
  console.log(told(`The map of ${map.total.files} files`, await reader.spends(go('/map'))));
  if (values.file !== undefined) {
    const { lines } = await ask<FileAnswer>(`file?path=${encodeURIComponent(values.file)}`);
    console.log(
      told(`A file of ${lines} lines`, await reader.spends(go(`/file?path=${encodeURIComponent(values.file)}`))),
    );
    const frame = await scrolled(page, session, 120);
    console.log(
      `  from its first line to its last in 120 frames: ${frame.toFixed(1)} ms of CPU a frame${frame > most.frame ? `, more than ${most.frame}` : ''}`,
    );
  }
  console.log(told('What the last commit reaches', await reader.spends(go('/impact?revision=HEAD'))));
  await browser.close();
} finally {
  server.kill();
}
