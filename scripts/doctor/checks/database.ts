import { readFileSync } from 'node:fs';
import { doctorCopy } from '#copy/office/doctor.ts';
import { listMigrations } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { type Check, fail, ok, warn, withReport } from '../finding.ts';
import type { Report } from '../questions.ts';

export const migrations: Check = {
  id: 'migrations',
  async run(surroundings) {
    const tree = listMigrations(projectPaths.migrations);
    const copy = doctorCopy.migrations;
    const { status } = await surroundings.questions.askReport();
    // The report itself is of a migration.
    if (status === 404) return fail(copy.missing(['deployment_report']));
    return withReport(surroundings, (report) => {
      const missing = tree.filter(({ version }) => !report.migrations.includes(version));
      if (missing.length > 0) return fail(copy.missing(missing.map(({ version, name }) => `${version}_${name}`)));
      const known = new Set(tree.map(({ version }) => version));
      const ahead = report.migrations.filter((version) => !known.has(version));
      const release = report.release ?? RELEASE;
      return ahead.length > 0 || release > RELEASE
        ? { ...warn(copy.ahead(release, ahead)), todo: copy.update }
        : ok(copy.good(tree.length));
    });
  },
};

export const calendar: Check = {
  id: 'calendar',
  run(surroundings) {
    const copy = doctorCopy.calendar;
    // A permission may also be a setting of the functions, of which the database knows nothing.
    const inside = surroundings.questions.readInside().then(
      (found) => found.calendar,
      () => ({ is_set: false, client: 'unset' }),
    );
    return inside.then(({ is_set: isSet, client }) =>
      withReport(surroundings, ({ calendar: state }) => {
        // Without its client no permission is of use, and no other can be given.
        if (client === 'refused') return { ...fail(copy.client), todo: copy.clientTodo };
        if (state === 'invalid_grant') return fail(copy.lost);
        if (state === 'unreadable') return { ...fail(copy.unreadable), todo: copy.unreadableTodo };
        if (state === 'missing' && !isSet) return warn(copy.missing);
        return client === 'away' ? { ...warn(copy.away), todo: doctorCopy.payments.awayTodo } : ok(copy.good);
      }),
    );
  },
};

export const rls: Check = {
  id: 'rls',
  async run(surroundings) {
    const copy = doctorCopy.rls;
    const isExposed = await isPrivateExposed(surroundings);
    return withReport(surroundings, ({ tables_without_rls: off, private_tables_open: open }) => {
      const problems = [
        ...(off.length > 0 ? [copy.off(off)] : []),
        ...(isExposed ? [copy.exposed] : []),
        ...(open.length > 0 ? [copy.open(open)] : []),
      ];
      return problems.length > 0 ? fail(...problems) : ok(copy.good);
    });
  },
};

/** A data API that has no such schema says so (406, PGRST106), or knows no such table; one that has it looks for rights. */
async function isPrivateExposed({ questions, signal }: Parameters<Check['run']>[0]): Promise<boolean> {
  const headers = { 'accept-profile': 'private' };
  const { status, body } = await questions.asVisitor('/rest/v1/outbox?select=id&limit=1', { headers, signal });
  return status === 200 || body?.code === '42501';
}

export const buckets: Check = {
  id: 'buckets',
  run(surroundings) {
    const copy = doctorCopy.buckets;
    const wanted = bucketsOfMigrations();
    return withReport(surroundings, (report) => {
      const problems = wanted.flatMap((one) => {
        const found = report.buckets.find(({ id }) => id === one.id);
        if (!found) return [copy.missing(one.id)];
        const differences = [
          ...(found.file_size_limit === one.file_size_limit ? [] : [copy.limit]),
          ...(textOf(found.allowed_mime_types) === textOf(one.allowed_mime_types) ? [] : [copy.types]),
          ...(found.public === one.public ? [] : [copy.visibility]),
        ];
        return differences.length > 0 ? [copy.differs(one.id, differences)] : [];
      });
      return problems.length > 0 ? fail(...problems) : ok(copy.good(wanted.length));
    });
  },
};

const textOf = (types: string[] | null) => [...(types ?? [])].sort().join();

/**
 * The buckets as the migrations write them: `('name', 'name', true, 3 * 1024 * 1024, array['image/png'])`.
 * @throws Error when there is none: then the migrations are written in another way
 */
function bucketsOfMigrations(): Report['buckets'] {
  const found = new Map<string, Report['buckets'][number]>();
  for (const { file } of listMigrations(projectPaths.migrations)) {
    const inserts = readFileSync(file, 'utf8').matchAll(/insert into storage\.buckets[^;]*;/g);
    for (const [statement] of inserts) {
      for (const [, id = '', isPublic, limit = '', types = ''] of statement.matchAll(
        /\('(\w+)',\s*'\w+',\s*(true|false),\s*([\d\s*]+),\s*array\[([^\]]+)\]\)/g,
      )) {
        found.set(id, {
          id,
          public: isPublic === 'true',
          file_size_limit: limit.split('*').reduce((product, factor) => product * Number(factor), 1),
          allowed_mime_types: [...types.matchAll(/'([^']+)'/g)].map(([, type = '']) => type),
        });
      }
    }
  }
  if (found.size === 0) throw new Error('The migrations name no bucket.');
  return [...found.values()];
}
