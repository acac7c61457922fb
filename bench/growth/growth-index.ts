/** The cost of indexing a tree as users do it: the built product in its own process, the index in its usual place. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { touchOneFile, type GrowthCorpus } from './growth-corpus.ts';
import { measure, median, type Cost } from '../lib/measure.ts';
import { builtEntry } from '../lib/stdio-server.ts';

export interface GrowthTree {
  root: string;
  copies: number;
}

interface Run {
  cost: Cost;
  peakMb: number;
  bytes: number;
  files: number;
}

/** Medians of `runs` measurements. */
export interface IndexFigures {
  runs: number;
  files: number;
  bytes: number;
  cpuS: number;
  wallS: number;
  peakMb: number;
  indexMb: number;
  noChangeS: number;
  oneFileS: number;
}

/** Prints the peak memory of the process when it ends. */
const peakReporter = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

function index(root: string): Run {
  const cost = measure(
    [process.execPath, '--import', peakReporter, builtEntry, '--root', root, '--json', 'index'],
    root,
  );
  const { bytes, totalFiles } = JSON.parse(cost.stdout) as { bytes: number; totalFiles: number };
  return { cost, bytes, files: totalFiles, peakMb: Number(/peak (\d+)/.exec(cost.stderr)?.[1]) / 1024 };
}

function indexMb(root: string): number {
  const { stdout } = measure([process.execPath, builtEntry, '--root', root, '--json', 'status'], root);
  return (JSON.parse(stdout) as { indexSize: number }).indexSize / 1e6;
}

/**
 * Repeated measurements of a first index, of a run without changes and of one with a changed file, for their medians.
 */
export class IndexSeries {
  readonly tree: GrowthTree;
  readonly #corpus: GrowthCorpus;
  readonly #whole: Run[] = [];
  readonly #noChange: number[] = [];
  readonly #oneFile: number[] = [];

  constructor(corpus: GrowthCorpus, tree: GrowthTree) {
    this.#corpus = corpus;
    this.tree = tree;
  }

  /** Indexes from nothing. */
  whole(): void {
    rmSync(join(this.tree.root, '.code-scout'), { recursive: true, force: true });
    this.#whole.push(index(this.tree.root));
  }

  /** A run without changes and one with a changed file, after `whole`. */
  again(): void {
    this.#noChange.push(index(this.tree.root).cost.cpuS);
    touchOneFile(this.#corpus, this.tree, this.#oneFile.length);
    this.#oneFile.push(index(this.tree.root).cost.cpuS);
  }

  figures(): IndexFigures {
    const middle = (of: (run: Run) => number): number => median(this.#whole.map(of));
    const { files, bytes } = this.#whole[0]!;
    return {
      ...{ runs: this.#whole.length, files, bytes, indexMb: indexMb(this.tree.root) },
      cpuS: middle(({ cost }) => cost.cpuS),
      wallS: middle(({ cost }) => cost.wallS),
      peakMb: middle(({ peakMb }) => peakMb),
      ...{ noChangeS: median(this.#noChange), oneFileS: median(this.#oneFile) },
    };
  }
}
