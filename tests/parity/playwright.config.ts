import { defineConfig } from '@playwright/test';
import { PAGE_SERVER_PROJECT } from '#tests/kit/browser/start-host.ts';
import usual from '../../playwright.config.ts';

/** The tests tagged @main alone, against what `npm run parity` has deployed: it starts no host. */
export default defineConfig({
  ...usual,
  testDir: '../../tests/browser',
  globalSetup: [],
  // The deployment's own processes need the other core.
  workers: 1,
  retries: 1,
  grep: /@main/,
  projects: (usual.projects ?? [])
    .filter(({ name }) => name === PAGE_SERVER_PROJECT)
    .map((project) => ({ ...project, grep: /@main/ })),
});
