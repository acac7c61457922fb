import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { buildGuard } from './scripts/offline/build-guard.ts';
import { patienceMs } from './src/util/testing/until.ts';

const hangMs = 2 * patienceMs;

/**
 * Tests of functions: they change nothing of their process, and start few others. A process of its own would cost each file 0.3 s of CPU to start, load
 * and warm up, more than most of them take, so that they share one. Tests that start many processes are dearer in it: a fork copies its page tables.
 */
const ofFunctions = [
  'src/{config,explorer,extract,graph,http,kernels,languages,mcp,model,search,text,tools,util}/**/*.test.ts',
  'src/cli/{commands,layouts,pictures,projects,review,setup}/**/*.test.ts',
  'src/{engine/search,source/read,store/packed,store/union,team/access,team/snapshot}/**/*.test.ts',
  'src/store/sqlite/{file,index}/**/*.test.ts',
  'scripts/lib/**/*.test.ts',
  // What these call keeps threads and programs of its own.
  'test/graph/!(scip|compiler-tier)*.test.ts',
];

export default defineConfig({
  test: {
    // Against what hangs alone: on a machine that is starved a healthy test may take ten times as long as usual, and no time says that it is broken.
    testTimeout: hangMs,
    hookTimeout: hangMs,
    // Its usual second is a limit on the machine, too. Less than the test's, so that what was waited for is told.
    expect: { poll: { timeout: patienceMs } },
    pool: 'forks',
    // No test reaches beyond loopback, nor what it starts; scripts/check.ts takes the network away besides. V8's flag is that of
    // src/runtime/v8-settings.ts, for tests that parse in their own process.
    execArgv: ['--require', buildGuard(), '--wasm-wrapper-tiering-budget=2000000000'],
    setupFiles: ['scripts/offline/setup.ts', 'test/built-threads.ts', 'test/patient-removal.ts'],
    // A thread of the engine takes 700 ms of CPU to load its sources, a third of that once they are compiled; files are told by their contents.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'code-scout-compile-cache') },
    projects: [
      { extends: true, test: { name: 'functions', include: ofFunctions, isolate: false } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'src/**/*.test.ts',
            'test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'embeddings/**/*.test.ts',
            'fuzz/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...ofFunctions],
        },
      },
    ],
  },
});
