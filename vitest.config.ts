import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** What a file does to the modules, globals or clock of its process; other files must not share that process. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(mock|doMock|resetModules|stubGlobal|stubEnv|useFakeTimers)\(|\bsetGlobalDispatcher\(/;

/**
 * Two projects of the same kind of tests: files that change nothing of their process share one process a worker, which
 * loads every module once; each of the others has a process of its own.
 */
function projectsOf(name: string, pattern: string, options: object = {}, shared: object = {}) {
  const isolated = globSync(pattern).filter((file) => CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8')));
  return [
    { test: { ...options, ...shared, name, include: [pattern], exclude: isolated, isolate: false } },
    { test: { ...options, name: `${name}-isolated`, include: isolated } },
  ];
}

export default defineConfig({
  test: {
    projects: [
      ...projectsOf('unit', '{bench,copy,rules,web}/**/*.test.{ts,tsx}'),
      ...projectsOf(
        'backend',
        '{host,sandbox,supabase,scripts,tests}/**/*.test.ts',
        {
          globalSetup: ['./tests/kit/global-setup.ts'],
          setupFiles: ['./tests/kit/correct-driver.ts', './tests/kit/fail-on-console-error.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          // Real processes on a machine that others share stall now and then; what only passes the second time is
          // named as flaky.
          retry: process.env.CI ? 1 : 0,
        },
        // Node itself loads what the host runs in Node without a build: Vite would compile every file anew for each
        // worker.
        { experimental: { viteModuleRunner: false } },
      ),
    ],
    tags: [
      { name: 'faults', description: 'Long by its nature: `npm run faults` runs it, `npm test` does not.' },
      { name: 'ci', description: 'The continuous integration runs it, by `npm test -- --ci`; `npm test` does not.' },
    ],
    setupFiles: ['./tests/kit/fail-on-console-error.ts'],
    // Passwords hashed as cheaply as the library allows: no test is about guessing them.
    env: { LITE_AUTH_BCRYPT_COST: '4' },
    // One more than the cores of the smallest machine that we care for: many tests wait for hosts and jobs.
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
