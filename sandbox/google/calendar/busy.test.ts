import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { reasonOf, session } from '#tests/kit/calendar.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { BUSY_SCOPE, CALENDAR_SCOPE, CALLBACK, openGoogleFixture } from '#tests/kit/google.ts';

const google = provideFixture(openGoogleFixture);
beforeEach(() => google.clearFaults());

const newEmail = () => `mentor-${randomUUID().slice(0, 8)}@mentors.example`;

/** What a person's consent gives: Google's answer to the exchange of its code. */
async function consentOf(email: string, { scope = BUSY_SCOPE, ticked = BUSY_SCOPE } = {}) {
  const code = await google.codeFor(`${scope} openid email`, email, ticked);
  return (await google.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).body;
}

const busy = (token: string, changes: object = {}) =>
  google.api('POST', '/freeBusy', {
    token,
    body: { timeMin: '2026-11-24T00:00:00Z', timeMax: '2026-11-25T00:00:00Z', items: [{ id: 'primary' }], ...changes },
  });

const TEN_TO_ELEVEN = { start: '2026-11-24T04:30:00Z', end: '2026-11-24T05:30:00Z' };

it('freeBusy answers when the own calendar is busy, and nothing else of it', async () => {
  const email = newEmail();
  const { access_token } = await consentOf(email);
  const owner = (await consentOf(email, { scope: CALENDAR_SCOPE })).access_token;
  const add = (changes: object) =>
    google.api('POST', '/calendars/primary/events', { token: owner, body: session({ attendees: [], ...changes }) });
  const at = (hours: string) => ({ dateTime: `2026-11-24T${hours}:00+05:30` });
  await add({});
  await add({ start: at('10:30'), end: at('12:00') });
  await add({ start: at('15:00'), end: at('16:00'), transparency: 'transparent' });
  const cancelled = await add({ start: at('17:00'), end: at('18:00') });
  await google.api('DELETE', `/calendars/primary/events/${cancelled.body.id}`, { token: owner });
  const answer = await busy(access_token);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      kind: 'calendar#freeBusy',
      timeMin: '2026-11-24T00:00:00Z',
      timeMax: '2026-11-25T00:00:00Z',
      calendars: { primary: { busy: [{ start: TEN_TO_ELEVEN.start, end: '2026-11-24T06:30:00Z' }] } },
    },
  ]);
  const part = await busy(access_token, { timeMin: '2026-11-24T05:00:00Z', timeMax: '2026-11-24T05:10:00Z' });
  expect(part.body.calendars.primary.busy).toEqual([{ start: '2026-11-24T05:00:00Z', end: '2026-11-24T05:10:00Z' }]);
});

it('freeBusy counts what others invited the person to, until it is declined', async () => {
  const email = newEmail();
  const { access_token } = await consentOf(email);
  const invite = (responseStatus: string) =>
    google
      .accessToken()
      .then((token) =>
        google.api('POST', '/calendars/primary/events', {
          token,
          body: session({ attendees: [{ email, responseStatus }] }),
        }),
      );
  await invite('declined');
  expect((await busy(access_token)).body.calendars.primary.busy).toEqual([]);
  await invite('needsAction');
  expect((await busy(access_token)).body.calendars.primary.busy).toEqual([TEN_TO_ELEVEN]);
});

it('freeBusy asks about every calendar that the account can see, and says notFound of any other', async () => {
  const email = newEmail();
  const { access_token } = await consentOf(email);
  const token = (await consentOf(email, { scope: CALENDAR_SCOPE })).access_token;
  const { body } = await google.api('POST', '/calendars', { token, body: { summary: 'Travel', timeZone: 'UTC' } });
  await google.api('POST', `/calendars/${encodeURIComponent(body.id)}/events`, { token, body: session() });
  const items = [{ id: 'primary' }, { id: body.id }, { id: 'calendar@point-0.example' }];
  const { calendars } = (await busy(access_token, { items })).body;
  expect(calendars).toEqual({
    primary: { busy: [] },
    [body.id]: { busy: [TEN_TO_ELEVEN] },
    'calendar@point-0.example': { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
  });
});

it('freeBusy refuses more than 90 days, an empty range and a request without a range', async () => {
  const { access_token } = await consentOf(newEmail());
  for (const [changes, reason] of [
    [{ timeMax: '2027-02-22T00:00:01Z' }, 'timeRangeTooLong'],
    [{ timeMax: '2026-11-24T00:00:00Z' }, 'timeRangeEmpty'],
    [{ timeMin: null }, 'required'],
    [{ timeMin: 'tomorrow' }, 'invalid'],
  ] as const) {
    const answer = await busy(access_token, changes);
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
  }
  expect((await busy(access_token, { timeMax: '2027-02-22T00:00:00Z' })).status).toBe(200);
});

it('the scope of busy times opens no event and no list, and its box can be left empty', async () => {
  const email = newEmail();
  const query = new URLSearchParams({
    client_id: google.client.clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: `${BUSY_SCOPE} openid email`,
  });
  const { access_token, scope } = await consentOf(email);
  expect(scope.split(' ')).toContain(BUSY_SCOPE);
  for (const path of ['/users/me/calendarList', '/calendars/primary/events']) {
    const answer = await google.api('GET', path, { token: access_token });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'insufficientPermissions']);
  }
  const [account] = await google.database.sql`select sub from sandbox.google_accounts where email = ${email}`;
  const page = await google.request(
    `/providers/accounts.google.com/o/oauth2/v2/consent?${new URLSearchParams({ account: account?.sub, request: `${query}` })}`,
  );
  expect(page.body).toMatch(
    /type="checkbox" value="[^"]+freebusy" checked \/> See your availability in your calendars/,
  );
  const refused = await consentOf(email, { ticked: '' });
  expect(refused.scope.split(' ')).not.toContain(BUSY_SCOPE);
  const answer = await busy(refused.access_token);
  expect([answer.status, reasonOf(answer)]).toEqual([403, 'insufficientPermissions']);
});

it.each([
  [{ kind: 'fail', status: 500 }, [500, 'backendError']],
  [{ kind: 'fail', status: 403 }, [403, 'rateLimitExceeded']],
  [{ kind: 'fail', status: 401 }, [401, 'authError']],
])('freeBusy fails as %o says, once', async (fault, failure) => {
  const { access_token } = await consentOf(newEmail());
  await google.fault({ operation: 'calendar.freebusy', ...fault });
  const answer = await busy(access_token);
  expect([answer.status, reasonOf(answer)]).toEqual(failure);
  expect((await busy(access_token)).status).toBe(200);
  await google.fault({ operation: 'calendar.freebusy', kind: 'calendar_error' });
  expect((await busy(access_token)).body.calendars.primary).toEqual({
    errors: [{ domain: 'global', reason: 'internalError' }],
    busy: [],
  });
});

it('a revoke ends every token that the account gave the site, and no other’s; a token that is gone is no token', async () => {
  const [email, other] = [newEmail(), newEmail()];
  const mine = await consentOf(email);
  const sameAccount = await consentOf(email, { scope: CALENDAR_SCOPE });
  const others = await consentOf(other);
  const revoke = (token: string) =>
    google.request('/providers/oauth2.googleapis.com/revoke', {
      method: 'POST',
      body: new URLSearchParams({ token }).toString(),
    });
  await google.fault({ operation: 'revoke', kind: 'fail', status: 503 });
  expect((await revoke(mine.refresh_token)).status).toBe(503);
  expect(await revoke(mine.refresh_token)).toMatchObject({ status: 200, body: {} });
  expect(await revoke(mine.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
  for (const refresh_token of [mine.refresh_token, sameAccount.refresh_token]) {
    expect((await google.token({ grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant');
  }
  expect((await busy(mine.access_token)).status).toBe(401);
  expect((await busy(others.access_token)).status).toBe(200);
});

it('the calendar’s page makes a person busy by a form, and free again', async () => {
  const email = newEmail();
  const form = { email, date: '2026-11-24', start: '10:00', end: '11:00' };
  const submit = (path: string, fields: Record<string, string>) =>
    google.request(`/google/${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() });
  const stranger = await submit('calendar', form);
  expect(stranger).toMatchObject({ status: 400, body: expect.stringContaining('Nobody has used this address here.') });
  expect(stranger.body).toContain(`value="${email}"`);
  const { access_token } = await consentOf(email);
  expect((await submit('calendar', { ...form, end: '09:00' })).body).toContain('an end after the start');
  expect(await submit('calendar', form)).toMatchObject({ status: 303 });
  expect((await busy(access_token)).body.calendars.primary.busy).toEqual([TEN_TO_ELEVEN]);
  const page = (await google.request('/google/calendar')).body;
  const [, event = ''] = /name="event" value="([a-v0-9]+)">Delete/.exec(page) ?? [];
  expect(await submit('calendar/delete', { event })).toMatchObject({ status: 303 });
  expect((await busy(access_token)).body.calendars.primary.busy).toEqual([]);
});
