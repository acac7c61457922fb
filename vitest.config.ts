import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { buildGuard } from './scripts/offline/build-guard.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // No test reaches beyond loopback, nor what it starts; scripts/check.ts takes the network away besides.
    execArgv: ['--require', buildGuard(), '--wasm-wrapper-tiering-budget=2000000000'],
    setupFiles: ['scripts/offline/setup.ts', 'test/built-threads.ts'],
    // A thread of the engine takes 700 ms of CPU to load its sources, a third of that once they are compiled; files are told by their contents.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'code-scout-compile-cache') },
  },
});
