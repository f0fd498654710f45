/** Loaded into a host (`--import`): a program of release NEXT_RELEASE with the migrations of NEXT_MIGRATIONS. */
import { registerHooks } from 'node:module';

const { NEXT_RELEASE, NEXT_MIGRATIONS } = process.env;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const source = String(loaded.source);
    if (url.endsWith('/rules/office/release.ts')) {
      return { ...loaded, source: source.replace(/RELEASE = \d+/, `RELEASE = ${NEXT_RELEASE}`) };
    }
    if (url.endsWith('/host/project-paths.ts') && NEXT_MIGRATIONS !== undefined) {
      const given = `migrations: ${JSON.stringify(NEXT_MIGRATIONS)}`;
      return { ...loaded, source: source.replace(/migrations: [^\n]*\)(?=,)/, given) };
    }
    return loaded;
  },
});
