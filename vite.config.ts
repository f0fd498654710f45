import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

// The bundler names modules with slashes on every system.
const source = `${import.meta.dirname.replaceAll('\\', '/')}/web/src`;

/**
 * What every page needs: in one file it compresses better by 6 KB, and outlives the product's own changes in caches.
 */
const framework = { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ };

/** TanStack Query but for what describes a query: landing pages load it after React is attached (lib/query/page-query.tsx). */
const LATE = /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*[qQ]ueryOptions)/;
const queries = {
  name: 'queries',
  test: new RegExp(`${LATE.source}|/lib/query/(queries|query-client|use-picked)\\.tsx?$`),
};

/** What reads data, and the time that its answers tell: in one file, so that no page has a further one to name. */
const data = { name: 'data', test: /node_modules[\\/]@supabase[\\/]postgrest-js[\\/]|\/lib\/server-time\.ts$/ };

/**
 * The rule that cleans texts, and what only the server's HTML says. What landing pages import with them is not theirs to
 * run, and is left out of their files.
 */
const UNUSED = /\/(rules\/shell\/text|copy\/shell\/start)\.ts$/;

/** Modules, and all that they import before they can run. Of a library's index no page needs all. */
function neededBy(entries: readonly string[], graph: ModuleGraph, unused = UNUSED): Set<string> {
  const found = new Set<string>();
  const waiting = entries.map((entry) => (entry.startsWith(source) ? entry : `${source}/${entry}`));
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id) || LATE.test(id) || unused.test(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The pages at which most visits begin. */
const LANDING = ['home', 'mentors', 'mentor-profile', 'wall-of-impact', 'join-as-mentor'];

/** The areas of signed-in people, by the pages at which they begin. */
const AREAS: Record<string, string[]> = {
  founder: ['pages/dashboard.tsx'],
  mentor: ['pages/mentor-dashboard.tsx'],
  office: ['pages/admin/area.tsx', 'pages/admin/dashboard.tsx'],
};

/**
 * Few files for each landing page: on a slow connection a request costs more than the few hundred bytes that a page
 * does not need. `shared` is what every page needs, and what landing pages share with one another; a page's `-shared` what it
 * shares with pages that are opened later; its `-parts` what it alone needs at once, so that what it fetches late does not
 * split them.
 */
function groupsByPage() {
  let groups: Map<string, string> | undefined;
  const find = (graph: ModuleGraph) => {
    const users = new Map<string, Set<string>>();
    // The form of /ask-us uses code of two landing pages, and loads their files: no other page is to have it for that.
    for (const file of globSync('pages/**/*.tsx', { cwd: source, exclude: ['pages/ask-us.tsx'] })) {
      const page = file.replaceAll('\\', '/').slice('pages/'.length, -'.tsx'.length);
      for (const id of neededBy([`pages/${page}.tsx`], graph)) users.set(id, (users.get(id) ?? new Set()).add(page));
    }
    // The second is in the root's menu, which comes late: no page is to load another one's file for it.
    const root = neededBy(['root.tsx', 'lib/opens-elsewhere.ts'], graph);
    const found = new Map<string, string>();
    for (const id of new Set([...root, ...users.keys()])) {
      const group = root.has(id) ? 'shared' : groupOf(id, users.get(id) ?? new Set());
      if (group) found.set(id, group);
    }
    const landing = [...users].flatMap(([id, pages]) => (LANDING.some((page) => pages.has(page)) ? [id] : []));
    const late = lateParts([...root, ...landing], graph);
    for (const [id, group] of groupsOfAreas(graph)) {
      const present = found.get(id);
      if (!present) found.set(id, late.get(id) ?? group);
      // An icon that a page for visitors alone would have, so that an area need not load the file of that page.
      else if (present.endsWith('-parts')) found.set(id, 'shared');
    }
    return found;
  };
  // A group takes along what its modules import, so those come first that others rest upon.
  const named = (group: string) => ({
    name: (id: string, graph: ModuleGraph) => {
      groups ??= find(graph);
      return groups.get(id) === group ? group : null;
    },
  });
  return {
    ofPages: ['shared', ...LANDING.flatMap((page) => [`${page}-shared`, `${page}-parts`])].map(named),
    ofAreas: ['idle', 'late', 'signed-in', 'sessions', ...Object.keys(AREAS).map((area) => `${area}-area`)].map(named),
  };
}
const { ofPages, ofAreas } = groupsByPage();

const nothing = /^$/;

/** What every page fetches when it is idle. */
const IDLE = ['features/shell/frame/idle-parts.tsx', 'ui/messages/sonner-toaster.tsx'];

/** What signed-in people alone fetch later on a page for visitors: it may bring the files of their areas. */
const OF_SIGNED_IN =
  /\/(auth\.data|supabase|account-links|holds-bar|policy-bar|held-slot|own-side|own-time|unfinished-payment|finish-google-sign-in)\.tsx?$/;

/**
 * What visitors' pages fetch later, by group: such a part must not bring the file of an area that needs the same module.
 */
function lateParts(present: readonly string[], graph: ModuleGraph): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set(present);
  const waiting = [...present];
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    for (const entry of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (seen.has(entry) || OF_SIGNED_IN.test(entry) || !entry.startsWith(source) || entry.includes('/pages/'))
        continue;
      for (const part of neededBy([entry], graph, nothing)) {
        // A person who books needs the client of the session, as signed-in people do; others do not get it.
        const needsClient = neededBy([part], graph, nothing).has(`${source}/lib/supabase.ts`);
        found.set(part, needsClient || part.includes('/@supabase/') ? 'signed-in' : 'late');
        if (!seen.has(part)) waiting.push(part);
        seen.add(part);
      }
    }
  }
  for (const id of neededBy(IDLE, graph, nothing)) found.set(id, 'idle');
  return found;
}

/**
 * `signed-in` is what the back office shares with another area, and what all need; `sessions` what founders and mentors share;
 * an area's own file has the rest of its first screen. Later sections and dialogs stay outside.
 */
function groupsOfAreas(graph: ModuleGraph): Map<string, string> {
  const all = neededBy(['pages/with-queries.tsx'], graph, nothing);
  const users = new Map<string, string[]>();
  for (const [area, entries] of Object.entries(AREAS))
    for (const id of neededBy(entries, graph, nothing)) users.set(id, [...(users.get(id) ?? []), area]);
  const groupFor = (id: string, [area, ...more]: string[]) => {
    if (all.has(id) || (more.length > 0 && more.includes('office'))) return 'signed-in';
    return more.length > 0 ? 'sessions' : `${area}-area`;
  };
  return new Map([...all, ...users.keys()].map((id) => [id, groupFor(id, users.get(id) ?? [])]));
}

/** What these share with later pages is less than what a request costs. */
const SHARES_LITTLE = new Set(['mentors', 'wall-of-impact']);

function groupOf(id: string, users: Set<string>): string | null {
  const [page, ...more] = LANDING.filter((landing) => users.has(landing));
  if (!page) return null;
  if (users.size === 1) return id.endsWith(`/pages/${page}.tsx`) ? null : `${page}-parts`;
  if (page === 'home' || more.length > 0) return 'shared';
  return SHARES_LITTLE.has(page) ? `${page}-parts` : `${page}-shared`;
}

/**
 * Imports each icon from its own file. By way of the library's index, which names 2,100, every page would seem to need
 * every icon.
 */
function importIconsOneByOne(): Plugin {
  const index = fileURLToPath(import.meta.resolve('lucide-react')).replaceAll('\\', '/');
  const icons = `${index.slice(0, index.indexOf('/lucide-react/'))}/lucide-react/dist/esm`;
  const files = new Map<string, string>();
  for (const line of readFileSync(`${icons}/lucide-react.mjs`, 'utf8').split('\n')) {
    const [, names = '', file = ''] = /^export \{ (.+) \} from '\.\/(icons\/.+)';$/.exec(line) ?? [];
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, `${icons}/${file}`);
  }
  return {
    name: 'import-icons-one-by-one',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: "from 'lucide-react'" },
      handler(code) {
        return code.replace(/import \{([^}]+)\} from 'lucide-react';/g, (_, list: string) =>
          list
            .split(',')
            .map((item) => item.trim())
            .filter((item) => item && !item.startsWith('type '))
            .map((item) => {
              const [name = '', local = name] = item.split(' as ');
              const file = files.get(name);
              if (!file) this.error(`lucide-react has no icon "${name}".`);
              return `import ${local} from '${file}';`;
            })
            // In one line, so that the source map's lines stay right.
            .join(' '),
        );
      },
    },
  };
}

/**
 * Leaves out of each icon the random keys of its lines, which do not compress: their order never changes, so that React
 * needs none.
 */
function leaveOutIconKeys(): Plugin {
  return {
    name: 'leave-out-icon-keys',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code, id) {
        const result = code.replace(/,\s*key: "\w+"/g, '');
        if (result === code) this.error(`${id} has no keys any more.`);
        return result;
      },
    },
  };
}

/**
 * What react-router does when a page's code does not arrive: it loads the present page again, so that a press leads nowhere,
 * a page that sends its visitor on is loaded for ever, and a code that is only fetched ahead takes along what was typed.
 */
const RELOAD = `console.error(\`Error loading route module \\\`\${route.module}\\\`, reloading page...\`);
\t\tconsole.error(error);
\t\tif (window.__reactRouterContext && window.__reactRouterContext.isSpaMode && import.meta.hot) throw error;
\t\twindow.location.reload();`;

/** Instead the server draws the page that was asked for. One that is shown again as it was left would wait for ever. */
const GO_ON = `console.error(error);
\t\tconst next = window.__reactRouterDataRouter.state.navigation.location;
\t\tif (next) {
\t\t\twindow.onpageshow = ({ persisted }) => persisted && location.reload();
\t\t\tlocation.assign(next.pathname + next.search);
\t\t}`;

/**
 * What react-router has for applications that fetch their routes one by one, or watch the router at work, and what we
 * correct.
 */
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
  '/lib/dom/ssr/routeModules.js': [[RELOAD, GO_ON]],
};

/**
 * Leaves out of react-router what our settings never reach (`routeDiscovery` in react-router.config.ts), 2 KB of each
 * page, and corrects it. A release of the library that says it otherwise stops the build.
 */
function leaveOutUnusedRouting(): Plugin {
  return {
    name: 'leave-out-unused-routing',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /\/react-router\/dist\/production\/lib\/(dom\/ssr\/)?(fog-of-war|routeModules|router\/router)\.js$/,
      },
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
  './lib/web3/ethereum': 'export let createSiweMessage, fromHex, getAddress, toHex;',
  './lib/webauthn':
    'export class WebAuthnApi {}\nexport let createCredential, deserializeCredentialCreationOptions, ' +
    'deserializeCredentialRequestOptions, getCredential, serializeCredentialCreationResponse, ' +
    'serializeCredentialRequestResponse, browserSupportsWebAuthn, webAuthnAbortService;',
};

/** Methods of its Auth client that nothing here calls: other ways to sign in, passkeys, recovery codes, other sites' grants. */
const UNUSED_AUTH =
  /^(signIn(WithSolana|WithEthereum|WithWeb3|WithOtp|WithSSO|WithIdToken|Anonymously)|linkIdentity\w*|unlinkIdentity|getClaims|fetchJwk|\w*(Passkey|RecoveryCode|OAuthGrant)\w*|_\w+Authorization(Details)?|_getAuthenticatorAssuranceLevel)$/;

/**
 * Leaves out of the Supabase client its web socket, its storage and half of its Auth client, more than a third of what a
 * signed-in person loads of it: uploads are ours (lib/functions/). lib/supabase.ts hides them, so that nothing can call them.
 */
function leaveOutUnusedSupabase(): Plugin {
  const mark = '\0unused:';
  return {
    name: 'leave-out-unused-supabase',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /^(@supabase\/(realtime|storage)-js|\.\/lib\/(webauthn|web3\/ethereum))$/ },
      handler: (id, importer) => (/\/@supabase\//.test(importer ?? '') ? mark + id : null),
    },
    load: { filter: { id: /^\0unused:/ }, handler: (id) => UNUSED_SUPABASE[id.slice(mark.length)] },
    transform: {
      filter: { id: /\/auth-js\/dist\/module\/GoTrueClient\.js$/ },
      handler(code) {
        const members = this.parse(code).body.flatMap((node) => ('superClass' in node ? node.body.body : []));
        let result = code;
        const emptied: string[] = [];
        for (const method of members.toReversed()) {
          if (method.type !== 'MethodDefinition' || method.key.type !== 'Identifier') continue;
          if (!UNUSED_AUTH.test(method.key.name) || !method.value.body) continue;
          // The constructor still binds it.
          result = `${result.slice(0, method.value.body.start)}{}${result.slice(method.value.body.end)}`;
          emptied.push(method.key.name);
        }
        if (emptied.length < 30)
          this.error(`Of the unused methods of the Auth client only ${emptied.length} were found.`);
        const called = emptied.filter((name) => new RegExp(`\\bthis\\.${name}\\(`).test(result));
        if (called.length > 0)
          this.error(`Methods of the Auth client that are left out are called: ${called.join(', ')}.`);
        return result;
      },
    },
  };
}

/** The bundler's way to ask for a file and for those that it imports, without what it does for styles: we split none. */
const PRELOAD_HELPER = `
import { preloadModule } from 'react-dom';
export const __vitePreload = (load, files = []) => {
  for (const file of files) preloadModule('/' + file, { as: 'script', crossOrigin: '' });
  return load();
};`;

/** The bundler's own helper is 0.5 KB of each page. React's function leaves out what was asked for before. */
function preloadByReact(): Plugin {
  return {
    name: 'preload-by-react',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => PRELOAD_HELPER },
    generateBundle(_, bundle) {
      for (const { fileName, code } of Object.values(bundle).filter((file) => file.type === 'chunk')) {
        if (/\["assets\/[^\]]*\.css"/.test(code)) this.error(`${fileName} imports styles, which nothing would fetch.`);
      }
    },
  };
}

/**
 * Every page is told the names of all files of scripts: 42 bits tell the versions of one file apart, and do not compress.
 */
const SHORT_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** The chunks that every page has loaded before it loads another. */
const OF_EVERY_PAGE = /\/(framework|rolldown-runtime|shared)-[^/]{7}\.js$/;

/** The oldest browsers of package.json; Samsung Internet 22 is Chrome 111. A test compares them. */
const TARGET = ['chrome111', 'edge111', 'firefox128', 'ios16.4', 'safari16.4'];

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    importIconsOneByOne(),
    leaveOutIconKeys(),
    leaveOutUnusedRouting(),
    leaveOutUnusedSupabase(),
    preloadByReact(),
    tailwindcss(),
    reactRouter(),
  ],
  // Sizes are checked by scripts/checks/bundle-budget.ts; printing them would compress every file once more.
  build: { target: TARGET, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !OF_EVERY_PAGE.test(file)) },
        rollupOptions: {
          output: { ...SHORT_NAMES, codeSplitting: { groups: [framework, ...ofPages, queries, data, ...ofAreas] } },
        },
      },
    },
    // In one file, so that a running process needs none that a later build may have removed.
    ssr: { build: { rollupOptions: { input: './web/src/server.ts', output: { codeSplitting: false } } } },
  },
});
