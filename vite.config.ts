import { globSync, readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

// The bundler names modules with slashes on every system.
const source = `${import.meta.dirname.replaceAll('\\', '/')}/web/src`;

/**
 * What every page needs: in one file it compresses better by 6 KB, and outlives the product's own changes in caches.
 */
const framework = {
  name: 'framework',
  test: new RegExp(
    String.raw`node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]` +
      '(?!.*(useMutation|mutationObserver))',
  ),
};

/**
 * A module, and all that it imports before it can run. Of the icons only what draws them: their index names all there
 * are.
 */
function neededBy(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [`${source}/${entry}`];
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const isIconIndex = /\/lucide-react\/[^?]*\/lucide-react\.m?js$/.test(id);
    if (!isIconIndex) waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** One file, instead of twenty, for the shell and for what both of the pages need that most visitors see first. */
function sharedGroup() {
  let members: Set<string> | undefined;
  const find = (graph: ModuleGraph) => {
    const home = neededBy('pages/home.tsx', graph);
    const both = [...neededBy('pages/mentors.tsx', graph)].filter((id) => home.has(id));
    return new Set([...neededBy('root.tsx', graph), ...both]);
  };
  return {
    name: (id: string, graph: ModuleGraph) => {
      members ??= find(graph);
      const drawsIcons = /\/lucide-react\/(?!.*\/icons\/)/.test(id);
      return members.has(id) || drawsIcons ? 'shared' : null;
    },
  };
}

/** What keeps the place of the home page's deferred sections: the page and each section's own code share it. */
const places = {
  name: 'places',
  test: new RegExp(
    String.raw`web[\\/]src[\\/](features[\\/](partners|podcasts|video-testimonials)[\\/][\w-]+-skeleton|` +
      String.raw`ui[\\/]carousel[\\/]carousel-(shape|skeleton))\.tsx?$`,
  ),
};

/**
 * Leaves only the icons that are used in the index of lucide-react: it names 2,100 modules, more than half of those
 * that a build would otherwise read, to drop them again.
 */
function keepUsedIcons(): Plugin {
  const used = new Set<string>();
  for (const file of globSync(`${source}/**/*.{ts,tsx}`)) {
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(/import \{([^}]+)\} from 'lucide-react'/g)) {
      for (const name of names.split(',')) used.add(name.trim().split(' ')[0] ?? '');
    }
  }
  const isKept = (line: string) => {
    if (line === 'export { index as icons };') return false;
    return (
      !line.includes("'./icons/") || [...line.matchAll(/default as (\w+)/g)].some(([, name = '']) => used.has(name))
    );
  };
  return {
    name: 'keep-used-icons',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
      handler: (code) => code.split('\n').filter(isKept).join('\n'),
    },
  };
}

/** What react-router has for applications that fetch their routes one by one, or watch the router at work. */
const NOT_OURS: Record<string, [text: string, replacement: string][]> = {
  '/lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    [
      'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
      'return;',
    ],
  ],
  '/lib/router/router.js': [
    ['if (init.instrumentations) {', 'if (false) {'],
    ['if (init.instrumentations) router = ', 'if (false) router = '],
    ['= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined'],
  ],
};

/**
 * Leaves out of react-router what our settings never reach (`routeDiscovery` in react-router.config.ts): 2 KB of each
 * page. A release of the library that says it otherwise stops the build.
 */
function leaveOutUnusedRouting(): Plugin {
  return {
    name: 'leave-out-unused-routing',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/(dom\/ssr\/fog-of-war|router\/router)\.js$/ },
      handler(code, id) {
        const [, changes = []] = Object.entries(NOT_OURS).find(([file]) => id.endsWith(file)) ?? [];
        let result = code;
        for (const [text, replacement] of changes) {
          if (!result.includes(text)) this.error(`${id} has no "${text}" any more.`);
          result = result.replaceAll(text, replacement);
        }
        return result;
      },
    },
  };
}

/** What stands in the place of the parts of the Supabase client that nothing here calls. It hands one each new token. */
const UNUSED_SUPABASE: Record<string, string> = {
  '@supabase/realtime-js': 'export class RealtimeClient { setAuth() {} }',
  '@supabase/storage-js': 'export class StorageClient {}\nexport class StorageApiError {}',
  '@supabase/functions-js': ['FunctionRegion', 'FunctionsClient', 'FunctionsError', 'FunctionsFetchError']
    .concat('FunctionsHttpError', 'FunctionsRelayError')
    .map((name) => `export class ${name} {}`)
    .join('\n'),
};

/**
 * Leaves out of the Supabase client its web socket, its storage and its functions (uploads and calls of functions are
 * ours, lib/functions/): half of what a signed-in person loads of it. An import that is missing stops the build.
 */
function leaveOutUnusedSupabase(): Plugin {
  const mark = '\0unused:';
  return {
    name: 'leave-out-unused-supabase',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { filter: { id: /^@supabase\/(realtime|storage|functions)-js$/ }, handler: (id) => mark + id },
    load: { filter: { id: /unused:@supabase/ }, handler: (id) => UNUSED_SUPABASE[id.slice(mark.length)] },
  };
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [keepUsedIcons(), leaveOutUnusedRouting(), leaveOutUnusedSupabase(), tailwindcss(), reactRouter()],
  // Sizes are checked by scripts/checks/bundle-budget.ts; printing them would compress every file once more.
  build: { target: 'es2022', reportCompressedSize: false },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: [framework, sharedGroup(), places] } } } } },
    // In one file, so that a running process needs none that a later build may have removed.
    ssr: { build: { rollupOptions: { input: './web/src/server.ts', output: { codeSplitting: false } } } },
  },
});
