/**
 * npm run dev. Changes in web/ reach the open page at once (Vite's hot reload). Changes in the host, the functions, the
 * migrations or their shared code restart the host in about a second, which also applies new migrations.
 */
import path from 'node:path';
import { startUp } from '#copy/office/host.ts';
import { restartOnChange } from './processes/restart-on-change.ts';
import { projectPaths } from './project-paths.ts';

const { root } = projectPaths;

restartOnChange({
  program: path.join(root, 'host', 'main.ts'),
  args: ['--dev', ...process.argv.slice(2)],
  directories: ['host', 'rules', 'copy', 'supabase'].map((name) => path.join(root, name)),
  onRestart: (file) => console.log(startUp.restarting(path.relative(root, file))),
});
