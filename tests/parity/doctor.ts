/** `npm run doctor` on this deployment. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import type { Cli } from './cli.ts';

export function hasDoctor(): boolean {
  const { scripts } = JSON.parse(readFileSync(path.join(projectPaths.root, 'package.json'), 'utf8'));
  return 'doctor' in scripts;
}

/** @returns the lines that begin with `fail`; on a sound deployment there is none */
export async function runDoctor(cli: Cli, settings: Record<string, string>): Promise<string[]> {
  cli.writeSettings('.env.doctor', settings);
  const file = path.join(cli.project, '.env.doctor');
  const { status, output } = await cli.run('npm', [
    '--prefix',
    projectPaths.root,
    'run',
    'doctor',
    '--',
    '--env-file',
    file,
  ]);
  if (status === 0) return [];
  const failed = output.split('\n').filter((line) => /^(fail|What to do)/.test(line));
  return failed.length > 0 ? failed : [output];
}
