import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web/src',
  // host/web/build-web.ts takes the parts of a finished build from there.
  buildDirectory: 'build/next',
  ssr: true,
  // A loader in a file of its own costs every page one or two files, and the build an eighth of its time.
  splitRouteModules: false,
  // The route table is small: sending it with the page saves a request for each link the visitor sees.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
