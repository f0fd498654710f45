/** `npm run doctor` on this deployment. */
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import type { Cli } from './cli.ts';
import type { GuideRuns } from './guide-runs.ts';

/** @returns the lines that begin with `fail`; on a sound deployment there is none */
export async function runDoctor(cli: Cli, runs: GuideRuns, settings: Record<string, string>): Promise<string[]> {
  cli.writeSettings('.env.deploy', settings);
  const flags = ['--env-file', path.join(cli.project, '.env.deploy')];
  const { status, output, last } = await cli.run('npm', [
    '--prefix',
    projectPaths.root,
    'run',
    '--silent',
    'doctor',
    '--',
    ...flags,
  ]);
  runs.add('npm run doctor -- --env-file .env.deploy', last);
  if (status === 0) return [];
  const failed = output.split('\n').filter((line) => /^(fail|What to do)/.test(line));
  return failed.length > 0 ? failed : [output];
}
