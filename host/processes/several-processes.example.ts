/** Of several-processes.test.ts: a host without anything but a port. `/` answers the process that serves. */
import cluster from 'node:cluster';
import { listen } from '../http/listener.ts';
import { silentLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { leadProcesses } from './several-processes.ts';
import { stopOnSignals } from './signals.ts';

const settings = readSettings(process.env);
if (cluster.isPrimary) {
  const report = () => process.send?.('ready');
  await leadProcesses({ settings, log: silentLog, say: (line) => console.log(line), report });
} else {
  const signals = stopOnSignals(() => {});
  const listener = await listen(settings.PORT, '127.0.0.1', process.env.POINT_0_PROCESS === 'later');
  await listener.serve((_request, response) => response.end(`${process.pid}`));
  signals.guard({ stop: () => listener.drain(), kill: async () => listener.close() });
  process.send?.('ready');
}
