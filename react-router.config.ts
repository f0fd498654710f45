import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web/src',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: sending it with the page saves a request for each link the visitor sees.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
