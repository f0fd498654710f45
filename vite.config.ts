import { readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

// The bundler names modules with slashes on every system.
const source = `${import.meta.dirname.replaceAll('\\', '/')}/web/src`;

/** What every page needs: in one file it compresses better by 6 KB, and outlives the product's own changes in caches. */
const framework = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/](?!.*(useMutation|mutationObserver))/,
};

/** A module, and all that it imports before it can run. */
function neededBy(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const waiting = [`${source}/${entry}`];
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
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
  test: /web[\\/]src[\\/](features[\\/](partners|podcasts|video-testimonials)[\\/][\w-]+-skeleton|ui[\\/]carousel[\\/]carousel-(shape|skeleton))\.tsx?$/,
};

/**
 * Imports each icon from its own file. The index of lucide-react loads all of its 2,100 modules, more than half of those
 * that a build would otherwise read.
 */
function importIconsByFile(): Plugin {
  const index = readFileSync(
    `${import.meta.dirname}/node_modules/lucide-react/dist/esm/lucide-react.mjs`,
    'utf8',
  );
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(
    /^export \{(.+)\} from '\.\/icons\/(.+)\.mjs';$/gm,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  }
  const importOne = (specifier: string) => {
    const [name = '', local = name] = specifier.split(' as ');
    const file = files.get(name);
    return file
      ? `import ${local} from 'lucide-react/icons/${file}';`
      : `import { ${specifier} } from 'lucide-react';`;
  };
  return {
    name: 'import-icons-by-file',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: "from 'lucide-react'" },
      handler: (code) =>
        code.replaceAll(/^import \{([^}]+)\} from 'lucide-react';$/gm, (_import, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map(importOne)
            .join(' '),
        ),
    },
  };
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [importIconsByFile(), tailwindcss(), reactRouter()],
  // Sizes are checked by scripts/checks/bundle-budget.ts; printing them would compress every file once more.
  build: { target: 'es2022', reportCompressedSize: false },
  environments: {
    client: {
      build: { rollupOptions: { output: { codeSplitting: { groups: [framework, sharedGroup(), places] } } } },
    },
    ssr: { build: { rollupOptions: { input: './web/src/server.ts' } } },
  },
});
