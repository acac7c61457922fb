/**
 * `health`: what the index knows, what it does not, and how it is used. `checks`: what `doctor` finds.
 * Invariant: it is what the commands `status`, `doctor` and `stats` say.
 */
import type { Engine } from '../engine/types.ts';
import type { FileGraph } from '../model/graph.ts';
import type { ChecksAnswer, HealthAnswer, Questions } from './contract.ts';
import { cutText, listed, type Question } from './question.ts';

const usageDays = 30;
/** How many files are named for each reason why files were left out. */
const samplesOfReason = 8;
const maxWorst = 20;
const maxQueries = 20;

function languagesOf({ files }: FileGraph): HealthAnswer['languages'] {
  return [...Map.groupBy(files, ({ language }) => language)]
    .map(([language, ofLanguage]) => {
      const sum = (of: (file: FileGraph['files'][number]) => number): number =>
        ofLanguage.reduce((total, file) => total + of(file), 0);
      return {
        ...{ language, files: ofLanguage.length, lines: sum(({ lines }) => lines) },
        ...{ links: sum(({ links }) => links), unresolved: sum(({ unresolved }) => unresolved) },
      };
    })
    .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

async function leftOutOf(engine: Engine): Promise<HealthAnswer['leftOut']> {
  const { counts } = await engine.listLeftOut({ limit: 1 });
  const reasons = Object.entries(counts) as [HealthAnswer['leftOut'][number]['reason'], number][];
  return Promise.all(
    reasons
      .sort((a, b) => b[1] - a[1])
      .map(async ([reason, count]) => {
        const { leftOut } = await engine.listLeftOut({ reason, limit: samplesOfReason });
        const samples = leftOut.map(({ path, detail }) => ({
          path: cutText(path),
          detail: detail === null ? null : cutText(detail),
        }));
        return { reason, count, samples };
      }),
  );
}

async function usageOf(engine: Engine): Promise<NonNullable<HealthAnswer['usage']>> {
  const { days, counting, calls, failed, tools, byDay, popular } = await engine.usage.report({ days: usageDays });
  return {
    ...{ days, counting, calls, failed },
    tools: tools.map(({ tool, calls: ofTool, failed: failedOfTool, p50Ms, p95Ms }) => ({
      ...{ tool, calls: ofTool, failed: failedOfTool, p50Ms, p95Ms },
    })),
    byDay: byDay.map(({ day, calls: ofDay }) => ({ day, calls: ofDay })),
    popular: popular
      .slice(0, maxQueries)
      .map(({ tool, query, calls: ofQuery, found }) => ({ tool, query: cutText(query), calls: ofQuery, found })),
  };
}

async function answer(engine: Engine): Promise<HealthAnswer> {
  const [status, graph, leftOut, usage] = await Promise.all([
    engine.status(),
    engine.graph.fileGraph(),
    leftOutOf(engine),
    // Calls are counted for each project.
    engine.projects === undefined ? usageOf(engine) : null,
  ]);
  const { filesIndexed, filesWithIssues, definitions, references, indexSize, lastIndexed, notice, freshness } = status;
  const worst = graph.files
    .filter(({ unresolved }) => unresolved > 0)
    .map(({ path, links, unresolved }) => ({ path, links, unresolved }))
    .sort((a, b) => b.unresolved - a.unresolved || (a.path < b.path ? -1 : 1));
  return {
    ...{ status: status.status, lastIndexed, notice, note: freshness.note },
    ...{ files: filesIndexed, filesWithIssues, definitions, references, indexSize },
    leftOut,
    languages: languagesOf(graph),
    worst: listed(worst, { cap: maxWorst }),
    usage,
  };
}

export const healthQuestion: Question<Questions['health']> = { read: () => ({}), answer };

async function answerChecks(engine: Engine): Promise<ChecksAnswer> {
  const checks = await engine.doctor();
  return { checks: checks.map(({ name, ok, detail, hint }) => ({ name, ok, detail: cutText(detail), hint })) };
}

export const checksQuestion: Question<Questions['checks']> = { read: () => ({}), answer: answerChecks };
