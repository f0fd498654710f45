import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CalendarFixture, EVENTS, OWNER, openCalendar, reasonOf, session, withMeet } from '#tests/kit/calendar.ts';
import { CALENDAR_SCOPE, CALLBACK, newEventId } from '#tests/kit/google.ts';

let google: CalendarFixture['google'];
let call: CalendarFixture['call'];
let insert: CalendarFixture['insert'];
let renewToken: CalendarFixture['renewToken'];

beforeAll(async () => {
  ({ google, call, insert, renewToken } = await openCalendar());
});
afterAll(() => google.close());
beforeEach(() => google.clearFaults());

describe('permission', () => {
  it('is needed: 401 without a token or with an unknown or expired one', async () => {
    expect(reasonOf(await google.api('GET', EVENTS, {}))).toBe('required');
    expect(await google.api('GET', EVENTS, { token: 'stolen' })).toMatchObject({
      status: 401,
      body: {
        error: {
          code: 401,
          message: 'Invalid Credentials',
          errors: [{ domain: 'global', reason: 'authError', location: 'Authorization', locationType: 'header' }],
        },
      },
    });
    const short = await google.accessToken();
    await google.lever('tokens/expire', { email: OWNER });
    expect((await google.api('GET', EVENTS, { token: short })).status).toBe(401);
    await renewToken();
    expect((await call('GET', EVENTS)).status).toBe(200);
  });

  it('must be for calendars: 403 with that of signing in, and a part with that of events', async () => {
    const email = 'asha@startup.example';
    const withScope = async (scope: string) => {
      const { body } = await google.token({
        grant_type: 'authorization_code',
        code: await google.codeFor(scope, email),
        redirect_uri: CALLBACK,
      });
      return body;
    };
    const { access_token: signIn } = await withScope('email profile');
    const refused = await google.api('GET', EVENTS, { token: signIn });
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'insufficientPermissions']);
    const { access_token: part } = await withScope(`${CALENDAR_SCOPE}.events`);
    expect((await google.api('GET', EVENTS, { token: part })).status).toBe(200);
    expect((await google.api('GET', '/users/me/calendarList', { token: part })).status).toBe(403);
    const whole = await withScope(CALENDAR_SCOPE);
    expect(whole).toMatchObject({ scope: CALENDAR_SCOPE, refresh_token: expect.stringMatching(/^1\/\//) });
    expect(whole).not.toHaveProperty('id_token');
    const list = await google.api('GET', '/users/me/calendarList', { token: whole.access_token });
    expect(list.body.items[0].id).toBe(email);
  });

  it('can be taken back, for good: refreshing then answers invalid_grant, also after a restart', async () => {
    const email = 'leaving@startup.example';
    const { body } = await google.token({
      grant_type: 'authorization_code',
      code: await google.codeFor(CALENDAR_SCOPE, email),
      redirect_uri: CALLBACK,
    });
    expect((await google.lever('tokens/revoke', { email })).status).toBe(204);
    expect((await google.api('GET', EVENTS, { token: body.access_token })).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await google.token(refresh)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
    expect((await call('GET', EVENTS)).status).toBe(200);

    await google.lever('tokens/revoke');
    await google.mount();
    const site = { grant_type: 'refresh_token', refresh_token: google.client.refreshToken };
    expect((await google.token(site)).body.error).toBe('invalid_grant');
    await google.database.sql`update sandbox.google_tokens set expires_at = null where kind = 'refresh'`;
    await renewToken();
    expect((await google.lever('tokens/revoke', { email: 'nobody@startup.example' })).status).toBe(400);
    expect((await google.lever('tokens/revoke', { email: 'nobody' })).status).toBe(400);
  });
});

describe('faults', () => {
  it.each([
    [403, 'rateLimitExceeded', 'usageLimits'],
    [429, 'rateLimitExceeded', 'usageLimits'],
    [500, 'backendError', 'global'],
    [503, 'backendError', 'global'],
    [401, 'authError', 'global'],
    [410, 'deleted', 'global'],
  ])('answer %i as Google does', async (status, reason, domain) => {
    await google.fault({ operation: 'calendar.list', kind: 'fail', status });
    const answer = await call('GET', EVENTS);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code: status, errors: [{ reason, domain }] });
    expect((await call('GET', EVENTS)).status).toBe(200);
  });

  it('lose an answer after the work was done, and touch no other call', async () => {
    const id = newEventId('lost');
    await google.fault({ operation: 'calendar.insert', kind: 'fail', is_after: true });
    expect((await call('GET', EVENTS)).status).toBe(200);
    expect((await insert(session({ id }))).status).toBe(500);
    expect((await insert(session({ id }))).status).toBe(409);
    expect((await call('GET', `${EVENTS}/${id}`)).body.id).toBe(id);
  });

  it('make a video call later, or not at all', async () => {
    await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
    await google.fault({ operation: 'calendar.get', kind: 'conference_pending' });
    const { body } = await insert(withMeet('later'));
    const statusOf = (event: { conferenceData: { createRequest: { status: object } } }) =>
      event.conferenceData.createRequest.status;
    expect(statusOf(body)).toEqual({ statusCode: 'pending' });
    expect(body.conferenceData).not.toHaveProperty('entryPoints');
    const path = `${EVENTS}/${body.id}`;
    expect(statusOf((await call('GET', path)).body)).toEqual({ statusCode: 'pending' });
    const ready = (await call('GET', path)).body;
    expect(statusOf(ready)).toEqual({ statusCode: 'success' });
    expect(ready.hangoutLink).toMatch(/^https:/);

    await google.fault({ operation: 'calendar.insert', kind: 'conference_failure' });
    const failed = (await insert(withMeet('never'))).body;
    expect(statusOf(failed)).toEqual({ statusCode: 'failure' });
    expect(failed).not.toHaveProperty('hangoutLink');
  });

  it('fail the refreshing of tokens alone', async () => {
    await google.fault({ operation: 'token.refresh', kind: 'fail', status: 503 });
    expect(await google.accessToken()).toBeUndefined();
    expect(await google.accessToken()).toMatch(/^ya29\./);
  });
});

describe('the page', () => {
  it('says that it is a sandbox, and shows events, guests, rooms and e-mails, escaped', async () => {
    const id = newEventId('page');
    const { body } = await insert(withMeet('page', { id, summary: 'A <b>session</b>' }));
    const { status, body: page, headers } = await google.request(`/google/calendar?event=${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('Sandbox: this is not Google, and no invitation leaves this machine');
    expect(page).toContain('A &lt;b&gt;session&lt;/b&gt;');
    expect(page).toContain(`href="${body.hangoutLink}"`);
    expect(page).toContain('founder@startup.example');
    expect(page).toMatch(/Invitation to mentor@mentors\.example, .+ IST/);
    await call('DELETE', `${EVENTS}/${id}`);
    expect((await google.request(`/google/calendar?event=${id}`)).body).toContain('Deleted');
    expect((await google.request('/google/calendar?event=none')).body).toContain('The calendar is empty');
  });
});
