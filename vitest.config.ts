import { defineConfig } from 'vitest/config';

const setupFiles = ['./tests/kit/fail-on-console-error.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{copy,rules,web}/**/*.test.{ts,tsx}'],
          setupFiles,
        },
      },
      {
        test: {
          name: 'backend',
          include: ['{host,sandbox,supabase,scripts,tests}/**/*.test.ts'],
          setupFiles,
          globalSetup: ['./tests/kit/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          // Real processes on a machine that others share stall now and then; what only passes the second time is named as flaky.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
    // Passwords hashed as cheaply as the library allows: no test is about guessing them.
    env: { LITE_AUTH_BCRYPT_COST: '4' },
    // One more than the cores of the smallest machine that we care for: many tests wait for hosts and jobs.
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
