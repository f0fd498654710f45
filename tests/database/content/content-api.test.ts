/** An administrator's work with content over HTTP, from the embedded API and from a real PostgREST. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { type Persona, seedPeople } from '#tests/kit/personas.ts';
import { type ApiName, apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const database = provideTestDatabase();
const apis = provideFixture(() => openRestApis(database.url));
beforeAll(() => seedPeople(database.sql));
beforeEach(async () => {
  await database.sql`truncate public.impact_stories, private.story_sessions, public.podcasts, public.video_testimonials, public.partner_logos`;
});

const asked = (api: ApiName, persona: Persona, method: string, path: string, body?: object) =>
  apis.ask(api, persona, path, {
    method,
    headers: { prefer: 'return=representation' },
    ...(body && { body: JSON.stringify(body) }),
  });

const others: Persona[] = ['visitor', 'founder', 'otherFounder', 'mentor'];

describe.each(apiNames)('%s', (api) => {
  const admin = (method: string, path: string, body?: object) => asked(api, 'administrator', method, path, body);
  const seen = async (persona: Persona, path: string) => (await apis.ask(api, persona, path)).body.length;

  test('a story is approved, rejected and deleted, by an administrator alone', async () => {
    const [row] = await database.sql`
      insert into public.impact_stories (name, experience) values ('Asha', 'It worked.') returning id`;
    const story = `/impact_stories?id=eq.${row?.id}`;
    for (const persona of others) {
      await asked(api, persona, 'PATCH', story, { is_approved: true });
      await asked(api, persona, 'DELETE', story);
      expect(await seen(persona, '/impact_stories?select=*')).toBe(0);
    }
    expect((await admin('PATCH', story, { is_approved: true })).body).toMatchObject([{ is_approved: true }]);
    expect(await seen('visitor', '/impact_stories?select=*')).toBe(1);
    await admin('PATCH', story, { is_approved: false });
    expect(await seen('visitor', '/impact_stories?select=*')).toBe(0);
    expect((await admin('DELETE', story)).body).toHaveLength(1);
    expect((await admin('DELETE', story)).body).toEqual([]);
  });

  test('a podcast is added, edited and deleted; a draft is the administrators’ own', async () => {
    const podcast = { title: 'One', youtube_url: 'https://youtu.be/aaaaaaaaaaa', youtube_id: 'aaaaaaaaaaa' };
    for (const persona of others) {
      expect((await asked(api, persona, 'POST', '/podcasts', podcast)).status).toBeGreaterThanOrEqual(400);
    }
    const { body } = await admin('POST', '/podcasts', podcast);
    expect(body).toMatchObject([{ published: true, is_featured: false }]);
    const path = `/podcasts?id=eq.${body[0].id}`;
    expect(await seen('visitor', path)).toBe(1);
    await admin('PATCH', path, { published: false });
    expect([await seen('visitor', path), await seen('administrator', path)]).toEqual([0, 1]);
    const wrong = await admin('PATCH', path, { youtube_id: 'bbbbbbbbbbb' });
    expect([wrong.status, wrong.body.code]).toEqual([400, '23514']);
    await admin('DELETE', path);
    expect(await seen('administrator', path)).toBe(0);
  });

  test('a testimonial is added, edited and deleted', async () => {
    const testimonial = { name: 'Asha', role: 'Founder', video_url: '/demo/a.mp4', thumbnail_url: null };
    expect((await asked(api, 'founder', 'POST', '/video_testimonials', testimonial)).status).toBe(403);
    const { body } = await admin('POST', '/video_testimonials', testimonial);
    const path = `/video_testimonials?id=eq.${body[0].id}`;
    expect((await admin('PATCH', path, { is_featured: true, company: 'Campus' })).body).toMatchObject([
      { is_featured: true, company: 'Campus', video_url: '/demo/a.mp4' },
    ]);
    expect(await seen('visitor', path)).toBe(1);
    await admin('DELETE', path);
    expect(await seen('visitor', path)).toBe(0);
  });

  test('logos are added at the end, moved together, and closed up', async () => {
    const order = async () => {
      const { body } = await apis.ask(api, 'visitor', '/partner_logos?select=id,name,order_index&order=order_index');
      return body as { id: string; name: string; order_index: number }[];
    };
    const names = async () => (await order()).map(({ name, order_index }) => `${order_index}${name}`).join(' ');
    for (const name of 'abc') {
      const { status, body } = await admin('POST', '/partner_logos', { name, image_url: '/demo/a.png' });
      expect([status, body[0]?.name]).toEqual([201, name]);
    }
    expect(await names()).toBe('1a 2b 3c');
    const seenIds = (await order()).map(({ id }) => id);
    const [a, b, c] = seenIds;
    const reorder = (persona: Persona, ids: unknown[]) =>
      asked(api, persona, 'POST', '/rpc/reorder_partner_logos', { p_ids: ids, p_seen: seenIds });
    for (const persona of others) expect((await reorder(persona, [c, b, a])).status).toBeGreaterThanOrEqual(400);
    expect((await reorder('administrator', [b, a])).body).toMatchObject({ message: 'partner_logos_incomplete' });
    expect((await reorder('administrator', [c, a, b])).status).toBe(204);
    expect(await names()).toBe('1c 2a 3b');
    const late = await reorder('administrator', [b, c, a]);
    expect([late.status, late.body.message]).toEqual([409, 'partner_logos_changed']);
    await admin('DELETE', `/partner_logos?id=eq.${a}`);
    expect(await names()).toBe('1c 2b');
    expect((await admin('PATCH', `/partner_logos?id=eq.${b}`, { name: 'B' })).body).toMatchObject([{ name: 'B' }]);
    expect((await admin('PATCH', `/partner_logos?id=eq.${b}`, { order_index: 7 })).status).toBe(403);
  });

  const versioned = [
    ['podcasts', 'title', { title: 'A', youtube_url: 'https://youtu.be/aaaaaaaaaaa', youtube_id: 'aaaaaaaaaaa' }],
    ['partner_logos', 'name', { name: 'A', image_url: '/demo/a.png' }],
    ['video_testimonials', 'name', { name: 'A', role: 'Founder', video_url: '/demo/a.mp4' }],
    ['impact_stories', 'experience', { name: 'A', experience: 'A' }],
    ['categories', 'name', { name: `A of ${api}` }],
  ] as const;
  test.each(versioned)(
    '%s: a save on an old version touches nothing, and of many at once one is done',
    async (table, column, row) => {
      const { sql } = database;
      const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into ${sql(`public.${table}`)} ${sql({ ...row })} returning id`;
      const path = `/${table}?id=eq.${id}`;
      const version = async () => (await admin('GET', `${path}&select=updated_at`)).body[0].updated_at;
      const save = (updatedAt: string, text: string) =>
        admin('PATCH', `${path}&updated_at=eq.${encodeURIComponent(updatedAt)}`, { [column]: text });

      const opened = await version();
      expect((await save(opened, `B of ${api}`)).body).toHaveLength(1);
      expect((await save(opened, `C of ${api}`)).body).toEqual([]);
      const now = await version();
      expect(now).not.toBe(opened);
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(now, `${n} of ${api}`)));
      const done = answers.filter(({ body }) => body.length === 1);
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(done).toHaveLength(1);
      const [stored] = await sql`select * from ${sql(`public.${table}`)} where id = ${id}`;
      expect(stored?.[column]).toBe(done[0]?.body[0][column]);
      // A client does not choose the version.
      await admin('PATCH', path, { updated_at: opened });
      expect(await version()).not.toBe(opened);
      await sql`delete from ${sql(`public.${table}`)} where id = ${id}`;
    },
  );

  test('no persona sets the mark of a story, and visitors read nothing of what is behind it', async () => {
    const [row] = await database.sql`
      insert into public.impact_stories (name, experience, is_approved) values ('Asha', 'It worked.', true) returning id`;
    for (const persona of [...others, 'administrator' as const]) {
      const statuses = [
        (await asked(api, persona, 'PATCH', `/impact_stories?id=eq.${row?.id}`, { is_verified: true })).status,
        (await asked(api, persona, 'POST', '/impact_stories', { name: 'A', experience: 'B', is_verified: true }))
          .status,
        (await asked(api, persona, 'GET', '/story_sessions?select=*')).status,
        (await asked(api, persona, 'POST', '/story_sessions', { story_id: row?.id })).status,
        (
          await asked(api, persona, 'POST', '/rpc/queue_story_mail', {
            p_story_id: row?.id,
            p_mail_name: 'x',
            p_mail: {},
          })
        ).status,
      ];
      expect([persona, statuses.every((status) => status >= 400)]).toEqual([persona, true]);
      const { status, body } = await asked(api, persona, 'POST', '/rpc/wall_stories', { p_limit: 50 });
      expect([persona, status, body.length, body[0].is_verified]).toEqual([persona, 200, 1, false]);
      expect(Object.keys(body[0]).sort()).toEqual(
        'created_at experience id image_url is_verified mentor_id mentor_name mentor_slug name total_count'.split(' '),
      );
    }
    await database.sql`delete from public.impact_stories where id = ${row?.id}`;
  });

  test.each([
    'submit_impact_story',
    'submit_mentor_application',
    'count_submission',
    'sweep_unused_files',
    'list_unused_files',
  ])('%s is the server’s own', async (name) => {
    const bodies: Record<string, object> = {
      submit_impact_story: { p_source: 'a-source-of-a-test', p_name: 'A', p_experience: 'B' },
      submit_mentor_application: {
        p_source: 'a-source-of-a-test',
        p_name: 'Asha',
        p_phone: '9876543210',
        p_linkedin: 'https://www.linkedin.com/in/asha',
      },
      count_submission: { p_form: 'impact_story', p_source: 'a-source-of-a-test' },
      sweep_unused_files: {},
      list_unused_files: { p_file: 'partner_logos/a.webp' },
    };
    for (const persona of [...others, 'administrator' as const]) {
      const { status } = await asked(api, persona, 'POST', `/rpc/${name}`, bodies[name]);
      expect([persona, [401, 403, 404].includes(status)]).toEqual([persona, true]);
    }
    expect(await database.sql`select from public.impact_stories`).toHaveLength(0);
  });
});
