import { expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

it('export-my-data answers the document itself, five times in 24 hours', async () => {
  const founder = await app.addFounder({ name: 'Meher Irani' });
  for (let download = 1; download <= 5; download += 1) {
    const { status, body, headers } = await app.call('export-my-data', {}, founder);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ account: { id: founder.id, email: founder.email }, profile: { name: 'Meher Irani' } });
    expect(body.downloads).toHaveLength(download);
  }
  expect(await app.call('export-my-data', {}, founder)).toMatchObject({
    status: 429,
    body: { error: 'You can download your data five times a day.', code: 'too_many_exports' },
  });
  await app.sql`
    update private.data_exports set made_at = now() - interval '24 hours 1 second' where user_id = ${founder.id}`;
  expect((await app.call('export-my-data', {}, founder)).status).toBe(200);
});

it('export-my-data needs a session that was made or confirmed in the last five minutes', async () => {
  const founder = await app.addFounder();
  await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${founder.id}`;
  expect(await app.call('export-my-data', {}, founder)).toMatchObject({
    status: 403,
    body: { error: functionErrors.proofNeeded, code: 'proof_needed' },
  });
  await app.sql`delete from auth.sessions where user_id = ${founder.id}`;
  expect((await app.call('export-my-data', {}, founder)).status).toBe(401);
});
