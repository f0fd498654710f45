/** The program of /service-worker.js while SERVICE_WORKER is off: it takes the place of the worker, and removes itself. */
import { removeWorker } from './service-worker.ts';
import type { WorkerScope } from './worker-scope.ts';

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(removeWorker(scope)));
