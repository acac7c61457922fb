import { defineConfig } from 'vitest/config';
import { buildGuard } from './scripts/offline/build-guard.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // No test reaches beyond loopback, nor what it starts; scripts/check.ts takes the network away besides.
    execArgv: ['--require', buildGuard()],
    setupFiles: ['scripts/offline/setup.ts'],
  },
});
