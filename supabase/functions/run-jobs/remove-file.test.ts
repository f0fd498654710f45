import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { plainPicture } from '#tests/kit/pictures.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();

/** @returns the address of the widest */
async function storeLogo(): Promise<string> {
  const picture = await plainPicture(600, 300).png().toBuffer();
  const { body } = await app.call('store-picture?kind=logo', picture, await app.administrator());
  return `/storage/v1/object/public/partner_logos/${body.path}`;
}

const widths = (address: string) => [address, address.replace('-480.webp', '-240.webp')];
const statusesOf = (address: string) =>
  Promise.all(widths(address).map(async (one) => (await fetch(`${app.host.url}${one}`)).status));
const areStored = async (address: string) => expect(await statusesOf(address)).toEqual([200, 200]);
const areGone = (address: string) => eventually(async () => expect(await statusesOf(address)).toEqual([400, 400]));

/** As the administrator's own client. */
async function write(method: string, path: string, body?: object) {
  const by = await app.administrator();
  const prefer = 'return=representation';
  const answer = await app.rest(`partner_logos${path}`, { by, method, prefer, ...(body && { body }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

it('a file is deleted in all its widths when its row is deleted or gets another file', async () => {
  const [first, second] = [await storeLogo(), await storeLogo()];
  const [row] = await write('POST', '', { name: 'Campus', image_url: first });
  await areStored(first);
  await write('PATCH', `?id=eq.${row.id}`, { image_url: second });
  await areGone(first);
  await areStored(second);
  await write('DELETE', `?id=eq.${row.id}`);
  await areGone(second);
  // The storage library deletes the file first, then its row.
  const rows = () => app.sql`select from storage.objects where bucket_id = 'partner_logos'`;
  await eventually(async () => expect(await rows()).toHaveLength(0));
});

it('a file is deleted in all its widths a day after its upload when no row uses it', { tags: ['faults'] }, async () => {
  const [used, forgotten, recent] = [await storeLogo(), await storeLogo(), await storeLogo()];
  await write('POST', '', { name: 'Campus', image_url: used });
  await app.sql`
      update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
      where 'partner_logos/' || name <> ${recent.replace('/storage/v1/object/public/', '')}
        and name <> ${recent.slice(recent.lastIndexOf('/') + 1).replace('-480.webp', '-240.webp')}`;
  await app.sql`update private.outbox set run_at = now() where kind = 'sweep_files' and state = 'ready'`;
  await app.runJobs();
  await areGone(forgotten);
  await areStored(used);
  await areStored(recent);
});

it('a file is kept while another row uses it', async () => {
  const address = await storeLogo();
  const [one] = await write('POST', '', { name: 'One', image_url: address });
  await write('POST', '', { name: 'Two', image_url: `${app.host.url}${address}` });
  await write('DELETE', `?id=eq.${one.id}`);
  await eventually(async () =>
    expect(await app.sql`select from private.outbox where kind = 'remove_file' and state <> 'done'`).toHaveLength(0),
  );
  await areStored(address);
  await write('DELETE', '?name=eq.Two');
  await areGone(address);
});

it('a file is deleted once the storage answers again', { tags: ['faults'] }, async () => {
  const address = await storeLogo();
  const [row] = await write('POST', '', { name: 'Campus', image_url: address });
  await app.sql.unsafe(`
      create function private.refuse_removal() returns trigger language plpgsql as $$
      begin raise exception 'the storage is away'; end $$;
      create trigger refuse_removal before delete on storage.objects
      for each row execute function private.refuse_removal()`);
  await write('DELETE', `?id=eq.${row.id}`);
  await eventually(async () =>
    expect(
      (await app.sql`select attempts from private.outbox where kind = 'remove_file' and state = 'ready'`)[0],
    ).toMatchObject({ attempts: 1 }),
  );
  await app.sql`drop trigger refuse_removal on storage.objects`;
  await app.sql`update private.outbox set run_at = now() where kind = 'remove_file' and state = 'ready'`;
  await app.runJobs();
  await areGone(address);
});

it('the removal of a file that is gone succeeds', async () => {
  const [row] = await app.sql`
    insert into private.outbox (kind, payload)
    values ('remove_file', '{"file": "partner_logos/1700000000000-none-480.webp"}') returning id`;
  await eventually(async () => {
    await app.runJobs();
    const [job] = await app.sql`select state from private.outbox where id = ${row?.id}`;
    expect(job).toEqual({ state: 'done' });
  });
});

it('deleted content is missing from the next answer to visitors', async () => {
  const rows = [
    ['impact_stories', { name: 'A', experience: 'B', is_approved: true }],
    ['podcasts', { title: 'A', youtube_url: 'https://youtu.be/aaaaaaaaaaa', youtube_id: 'aaaaaaaaaaa' }],
    ['video_testimonials', { name: 'A', role: 'B', video_url: '/demo/a.mp4' }],
    ['partner_logos', { name: 'A', image_url: '/demo/a.png', order_index: 9 }],
  ] as const;
  for (const [table, row] of rows) {
    const [added] = await app.sql`insert into ${app.sql(table)} ${app.sql(row)} returning id`;
    const seen = async () => (await app.rest(`${table}?select=id&id=eq.${added?.id}`)).body.length;
    expect([table, await seen()]).toEqual([table, 1]);
    await app.sql`delete from ${app.sql(table)} where id = ${added?.id}`;
    expect([table, await seen()]).toEqual([table, 0]);
  }
});
