/** The program of /service-worker.js. */
import { runServiceWorker, type WorkerParts } from './service-worker.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Written by web/build-worker.ts. */
declare const WORKER_PARTS: WorkerParts;

runServiceWorker(globalThis as unknown as WorkerScope, WORKER_PARTS);
