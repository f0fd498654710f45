// @module-tag ci
import { afterEach, describe, expect, test } from 'vitest';
import { type FakeSettings, startFakeProject } from '#tests/kit/fake-project.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';
import { checkHosted } from './check-hosted.ts';

const RIGHT: FakeSettings = {
  isPresentPasswordAsked: true,
  areCommonPasswordsRefused: true,
  doSessionsEnd: true,
  hasTotp: true,
  areEstimatesRefused: true,
  isProofAsked: true,
};

let project: Awaited<ReturnType<typeof startFakeProject>> | undefined;
afterEach(() => {
  project?.close();
  project = undefined;
});

/** The verdict of each item. */
async function check(settings: Partial<FakeSettings>) {
  project = await startFakeProject({ ...RIGHT, ...settings });
  const { url, account, ageSessions } = project;
  const before = { ...account };
  const lines: string[] = [];
  const isGood = await checkHosted(
    { url, publishableKey: 'sb_publishable_x', email: account.email, password: account.password },
    { untilProofEnds: async () => ageSessions() },
    (line) => lines.push(line),
  );
  expect(account, 'the account is as it was').toEqual(before);
  expect(project.factors.size).toBe(0);
  return { isGood, verdicts: verdictsOf(lines), lines };
}

const verdictsOf = (lines: string[]) =>
  Object.fromEntries(
    lines.map((line) => {
      const [, verdict, item] = /^(PASS|FAIL|NOT ON THIS PLAN) +(\d+) {2}/.exec(line) ?? [];
      return [item, verdict];
    }),
  );

const ALL_PASS = { 1: 'PASS', 2: 'PASS', 3: 'PASS', 4: 'PASS', 7: 'PASS', 12: 'PASS' };

describe('the check of a hosted project', () => {
  test('has a line for each item, and finds nothing where the settings are right', async () => {
    expect(await check({})).toMatchObject({ isGood: true, verdicts: ALL_PASS });
  });

  test.each<[keyof FakeSettings, number[]]>([
    ['isPresentPasswordAsked', [1]],
    ['doSessionsEnd', [3, 4]],
    ['hasTotp', [4]],
    ['areEstimatesRefused', [12]],
    ['isProofAsked', [2]],
  ])('fails without %s, and leaves the account as it was', async (setting, items) => {
    const { isGood, verdicts } = await check({ [setting]: false });
    expect(isGood).toBe(false);
    expect(verdicts).toEqual({ ...ALL_PASS, ...Object.fromEntries(items.map((item) => [item, 'FAIL'])) });
  });

  test('says where a plan has no list of leaked passwords, and does not fail for it', async () => {
    const { isGood, verdicts } = await check({ areCommonPasswordsRefused: false });
    expect([isGood, verdicts]).toEqual([true, { ...ALL_PASS, 7: 'NOT ON THIS PLAN' }]);
  });

  test('names what is wrong with the account it was given', async () => {
    project = await startFakeProject(RIGHT);
    const lines: string[] = [];
    const given = { url: project.url, publishableKey: 'x', email: 'check@site.test', password: 'not-this-one' };
    expect(await checkHosted(given, { untilProofEnds: async () => {} }, (line) => lines.push(line))).toBe(false);
    expect(lines[0]).toMatch(
      /^FAIL +1 {2}A new password needs the present one: The account of CHECK_EMAIL cannot sign in/,
    );
  });
});

describe('the embedded host', () => {
  const app = provideTestApp();

  test('passes the check of a hosted project', async () => {
    const person = { email: 'check@startup.example', password: 'a-password-of-checks' };
    const headers = { apikey: app.keys.publishableKey, 'content-type': 'application/json' };
    await app.request('/auth/v1/signup', { method: 'POST', headers, body: JSON.stringify(person) });
    await app.sql`update auth.users set email_confirmed_at = now() where email = ${person.email}`;
    const lines: string[] = [];
    await checkHosted(
      { url: app.host.url, publishableKey: app.keys.publishableKey, ...person },
      {
        untilProofEnds: async () => {
          await app.sql`update auth.sessions set created_at = now() - interval '6 minutes'`;
        },
      },
      (line) => lines.push(line),
    );
    expect(verdictsOf(lines), lines.join('\n')).toEqual(ALL_PASS);
  });
});
