import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

const call = (token: string, action: 'read' | 'stop' | 'undo') => app.call('stop-mail', { token, action });
const stopsOf = (person: string) => app.sql`select kind from private.mail_stops where user_id = ${person}`;

/** An alert of a founder, the e-mail that it became, and the token of the link in it. */
async function aToldFounder() {
  const [founder, mentor] = [await app.addFounder(), await app.addMentor()];
  const { status } = await app.rest('rpc/ask_slot_alert', { by: founder, body: { p_mentor_id: mentor.id } });
  expect(status).toBe(204);
  await app.addSlot({ mentorId: mentor.id, startTime: '10:00', endTime: '11:00' });
  await app.addSlot({ mentorId: mentor.id, startTime: '12:00', endTime: '13:00' });
  await app.sql`
    update private.outbox set run_at = now() where kind = 'slot_alerts' and payload ->> 'mentor_id' = ${mentor.id}`;
  const mails = await eventually(async () => {
    await app.runJobs();
    const found = await app.sql`
      select m.to, m.subject, m.html, m.text from private.slot_alerts a
      join private.outbox o on o.key = 'slot_alert:' || a.id join sandbox.mails m on m.id = o.id
      where a.user_id = ${founder.id}`;
    expect(found).not.toEqual([]);
    return found;
  });
  const token = /\/stop-mail\?t=([\w.-]+)/.exec(mails[0]?.html)?.[1] ?? '';
  return { founder, mentor, mails, token };
}

it('who waits for a time gets one e-mail with links that choose each new time, and one that stops these e-mails', async () => {
  const { founder, mentor, mails } = await aToldFounder();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: founder.email, subject: `${mentor.name} has opened a new time` });
  expect(mails[0]?.html).toMatch(/\/mentors\/[^"]+\?day=\d{4}-\d\d-\d\d&amp;slot=10%3A00-11%3A00"/);
  expect(mails[0]?.html).toMatch(/slot=12%3A00-13%3A00"/);
  expect(mails[0]?.text).toContain('Choose a time');
  expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain('Stop these e-mails');
  // Told once: another time makes no second e-mail.
  await app.addSlot({ mentorId: mentor.id, startTime: '15:00', endTime: '16:00' });
  expect(await app.sql`select state from private.slot_alerts where user_id = ${founder.id}`).toEqual([
    { state: 'told' },
  ]);
});

it('a link is read without a change, stops the e-mails by a press, and takes that back', async () => {
  const { founder, token } = await aToldFounder();
  const [first = ''] = founder.email;
  const email = `${first}***${founder.email.slice(founder.email.indexOf('@'))}`;
  const state = { status: 200, body: { kind: 'slot_alerts', email, is_stopped: false } };
  expect(await call(token, 'read')).toMatchObject(state);
  for (const path of [`/functions/v1/stop-mail?t=${token}`, `/stop-mail?t=${token}`]) {
    for (const method of ['GET', 'HEAD']) await fetch(`${app.host.url}${path}`, { method });
  }
  expect(await stopsOf(founder.id)).toEqual([]);
  const stopped = { ...state, body: { ...state.body, is_stopped: true } };
  expect(await call(token, 'stop')).toMatchObject(stopped);
  expect(await call(token, 'stop')).toMatchObject(stopped);
  expect(await stopsOf(founder.id)).toEqual([{ kind: 'slot_alerts' }]);
  expect(await call(token, 'undo')).toMatchObject(state);
  expect(await stopsOf(founder.id)).toEqual([]);
});

it("a mail program's one POST of RFC 8058 stops the e-mails", async () => {
  const { founder, token } = await aToldFounder();
  const response = await fetch(`${app.host.url}/functions/v1/stop-mail?t=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(200);
  expect(await stopsOf(founder.id)).toEqual([{ kind: 'slot_alerts' }]);
});

it('an altered link and one of a deleted account are refused with one sentence, and a GET with 405', async () => {
  const { founder, token } = await aToldFounder();
  const unknown = {
    status: 404,
    body: { code: 'link_unknown', error: 'This link is not valid. Log in to choose your e-mails in your account.' },
  };
  for (const at of [0, 12, 20, 40, token.length - 1]) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(await call(token.slice(0, at) + other + token.slice(at + 1), 'stop'), `character ${at}`).toMatchObject(
      unknown,
    );
  }
  expect(await call('', 'stop')).toMatchObject(unknown);
  expect((await fetch(`${app.host.url}/functions/v1/stop-mail?t=${token}`)).status).toBe(405);
  expect(await stopsOf(founder.id)).toEqual([]);
  await app.sql`delete from auth.users where id = ${founder.id}`;
  expect(await call(token, 'stop')).toMatchObject(unknown);
});
