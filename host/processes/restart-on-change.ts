import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';

const SETTLE_MS = 150;
const IGNORED = /\.test\.tsx?$|(^|\/)testing\/|(^|\/)\.|~$/;

/**
 * Runs a program, and restarts it after an orderly stop whenever a file below `directories` changes. After the program
 * ended by itself with an error, it is started again at the next change. Returns after a signal, when the program has
 * ended.
 *
 * @param onRestart called with the path of the file that changed
 */
export function restartOnChange(options: {
  program: string;
  args: string[];
  directories: string[];
  onRestart: (file: string) => void;
}): void {
  const { program, args, directories, onRestart } = options;
  let child: ChildProcess | undefined;
  let isEnding = false;
  let settle: NodeJS.Timeout | undefined;
  let isRestarting = false;

  const start = () => {
    const started = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
    child = started;
    started.once('exit', (code) => {
      if (child === started) child = undefined;
      if (isEnding) process.exit(code ?? 1);
      if (isRestarting) {
        isRestarting = false;
        start();
      } else if (code === 0) {
        process.exit(0);
      }
    });
  };
  const restart = (file: string) => {
    if (isEnding || isRestarting) return;
    onRestart(file);
    if (!child) return start();
    isRestarting = true;
    child.kill('SIGTERM');
  };

  for (const directory of directories) {
    watch(directory, { recursive: true }, (_event, file) => {
      if (file === null || IGNORED.test(file.split(path.sep).join('/'))) return;
      clearTimeout(settle);
      settle = setTimeout(() => restart(path.join(directory, file)), SETTLE_MS);
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isEnding = true;
      if (child) child.kill(signal);
      else process.exit(0);
    });
  }
  start();
}
