/**
 * npm run dev. Changes in web/ reach the open page at once (Vite's hot reload); changes in the host, the functions, the
 * migrations or what they share start the host anew, which takes about a second. New migrations are applied by that.
 */
import path from 'node:path';
import { startUp } from '#copy/host.ts';
import { restartOnChange } from './processes/restart-on-change.ts';
import { projectPaths } from './project-paths.ts';

const { root } = projectPaths;

restartOnChange({
  program: path.join(root, 'host', 'main.ts'),
  args: ['--dev', ...process.argv.slice(2)],
  directories: ['host', 'rules', 'copy', 'supabase'].map((name) => path.join(root, name)),
  onRestart: (file) => console.log(startUp.restarting(path.relative(root, file))),
});
