/** How the administrator's lists of applications and users search and page, asked of both data APIs. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { containing } from '#rules/shell/list-filter.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { seedPeople } from '#tests/kit/personas.ts';
import { type ApiName, apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const NAMES = ['50% off', '500 off', 'a_b', 'axb', 'c\\d', 'c/d', 'e*f', 'egf', '(g),"h"', 'आशा राव'];

const db = provideDatabase();
const apis = provideFixture(() => openRestApis(db.url));

beforeAll(async () => {
  await seedPeople(db.sql);
  for (const name of NAMES) {
    await db.sql`
      insert into public.mentor_applications (name, phone, linkedin)
      values (${name}, '9876543210', 'https://www.linkedin.com/in/someone')`;
  }
  // Three at each instant, a microsecond apart: an export that rounds, or forgets the ids, loses or repeats some.
  await db.sql`
    insert into auth.users (id, email, raw_user_meta_data, created_at)
    select gen_random_uuid(), 'export' || n || '@startup.example', '{"name": "Exported"}'::jsonb,
      '2026-11-20T10:00:00.123450Z'::timestamptz + n / 3 * interval '1 microsecond'
    from generate_series(0, 20) n`;
});

async function ask(api: ApiName, path: string, query: Record<string, string>, headers = {}) {
  return apis.ask(api, 'administrator', `${path}?${new URLSearchParams(query)}`, { headers });
}

describe.each(apiNames)('%s', (api) => {
  it.each([
    ['50%', ['50% off']],
    ['A_B', ['a_b']],
    ['c\\d', ['c\\d']],
    ['(g),"H"', ['(g),"h"']],
    ['राव', ['आशा राव']],
    // No data API can be asked for a star.
    ['e*f', ['e*f', 'egf']],
  ])('finds %s as it stands', async (term, found) => {
    const { status, body } = await ask(api, '/mentor_applications', {
      select: 'name',
      search_text: `ilike.${containing(term)}`,
      order: 'name.asc',
    });
    expect(status).toBe(200);
    expect(body.map((row: { name: string }) => row.name).sort()).toEqual([...found].sort());
  });

  it('brings everybody once, page after page, with somebody signing up in between', async () => {
    const met: { id: string; created_at: string; email: string }[] = [];
    let exportId: number | null = null;
    for (let page = 0; page < 20; page += 1) {
      const last = met.at(-1);
      const { status, body } = await apis.call(api, 'administrator', 'export_people', {
        ...(exportId === null ? { p_search: 'exported' } : { p_export_id: exportId }),
        ...(last && { p_after_at: last.created_at, p_after_id: last.id }),
        p_limit: 4,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      exportId = body.export_id;
      if (body.people.length === 0) break;
      met.push(...body.people);
      await db.sql`
        insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), ${`late-${randomUUID()}@startup.example`}, '{"name": "Exported late"}'::jsonb)`;
    }
    const exported = met.map(({ email }) => email).filter((email) => email.startsWith('export'));
    expect(exported).toHaveLength(21);
    expect(new Set(exported).size).toBe(21);
    // Those who come meanwhile are newer than every page to come.
    await db.sql`delete from auth.users where email like 'late-%'`;
  });

  it('refuses a page behind the end by the code that the lists know', async () => {
    const { status, body } = await ask(
      api,
      '/mentor_applications',
      { select: 'name', order: 'name.asc', offset: '100', limit: '20' },
      { prefer: 'count=exact' },
    );
    expect({ status, code: body.code }).toEqual({ status: 416, code: 'PGRST103' });
  });
});
