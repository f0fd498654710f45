import { describe, expect, it } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { type AuditEntry, byDay, describeAudit } from './audit-entry.ts';

const entry: AuditEntry = {
  id: 1,
  actor: 'a-1',
  actor_name: 'Joseph Tirkey',
  action: 'update',
  table_name: 'bookings',
  row_label: 'Asha Menon · 2026-11-24 · 10:00',
  changes: {},
};

describe('a change in words', () => {
  it('says who did what to what', () => {
    expect(describeAudit(entry)).toMatchObject({
      actor: 'Joseph Tirkey',
      deed: 'changed the booking',
      thing: `Asha Menon · Tue 24 Nov${inYear(2026)}, 10:00 AM`,
    });
    expect(describeAudit({ ...entry, actor: null, actor_name: null }).actor).toBe('System');
    expect(describeAudit({ ...entry, actor_name: null }).actor).toBe('A deleted account');
    expect(describeAudit({ ...entry, row_label: null }).thing).toBe('somebody unnamed');
  });

  it.each([
    ['Asha Menon · Sales · 2026-02-29 · 10:00', 'Asha Menon · Sales · 2026-02-29 · 10:00'],
    ['Asha Menon · 2026-11-24 · 10:00 · 2', `Asha Menon · Tue 24 Nov${inYear(2026)}, 10:00 AM · 2`],
    ['Asha Menon', 'Asha Menon'],
  ])('reads the label %s as %s', (row_label, thing) => {
    expect(describeAudit({ ...entry, row_label }).thing).toBe(thing);
  });

  it('takes the words of a status for a booking’s only', () => {
    const changes = { status: ['pending_admin_review', 'new_status'] };
    const of = (table_name: string) => describeAudit({ ...entry, table_name, changes }).changes[0];
    expect(of('bookings')).toMatchObject({ before: 'Pending Review', after: 'New status' });
    expect(of('mentors')).toMatchObject({ before: 'Pending admin review' });
  });

  it.each([
    ['decision_cause', 'mentor_not_available', 'The mentor is not available at this time'],
    ['decision_cause', 'unanswered', 'Not confirmed in time'],
    ['incident', 'mentor_cancels', 'Cancelled by the mentor'],
    ['incident', 'new_incident', 'new_incident'],
  ])('says of a booking’s %s %s: %s', (column, value, words) => {
    expect(describeAudit({ ...entry, changes: { [column]: [null, value] } }).changes[0]).toMatchObject({
      before: 'empty',
      after: words,
    });
  });

  it.each([
    ['insert', 'mentors', 'added the mentor'],
    ['delete', 'mentor_availability', 'deleted the time slot'],
    ['update', 'mentor_applications', 'changed the mentor application of'],
    ['update', 'google_credentials', 'changed the access to'],
    ['update', 'new_table', 'changed something in new table:'],
    ['update', 'constructor', 'changed something in constructor:'],
  ])('%s in %s reads "%s"', (action, table_name, deed) => {
    expect(describeAudit({ ...entry, action, table_name }).deed).toBe(deed);
  });

  it.each([
    ['status', ['pending_admin_review', 'confirmed'], 'Status', 'Pending Review', 'Confirmed'],
    ['state', ['dead', 'ready'], 'State', 'Dead', 'Ready'],
    ['price', [7000, 125000], 'Price', '₹7,000', '₹1,25,000'],
    ['homepage_display_order', [null, 2], 'Display order', 'empty', '2'],
    ['is_featured_on_homepage', [false, true], 'On the homepage', 'No', 'Yes'],
    ['date', ['2026-11-24', '2026-11-25'], 'Date', `Tue 24 Nov${inYear(2026)}`, `Wed 25 Nov${inYear(2026)}`],
    ['start_time', ['10:00:00', '14:30:00'], 'Start time', '10:00 AM', '2:30 PM'],
    [
      'run_at',
      ['2026-11-24T20:00:00.5+00:00', null],
      'Next attempt',
      `Wed 25 Nov${inYear(2026)}, 1:30 AM IST`,
      'empty',
    ],
    ['specializations', [[], ['Sales', 'Pricing']], 'Specializations', 'empty', 'Sales, Pricing'],
    ['bio', ['', 'Built two firms.'], 'Bio', 'empty', 'Built two firms.'],
    ['payload', [{ a: 1 }, null], 'Payload', '{"a":1}', 'empty'],
    ['some_new_column', ['a', 'b'], 'Some new column', 'a', 'b'],
  ])('shows %s before and after', (column, values, label, before, after) => {
    expect(describeAudit({ ...entry, changes: { [column]: values } }).changes).toEqual([
      { column, label, before, after, isPersonal: false },
    ]);
  });

  it('says of personal values that they changed, and no more', () => {
    expect(describeAudit({ ...entry, changes: { email: null } }).changes).toEqual([
      { column: 'email', label: 'Email', before: null, after: null, isPersonal: true },
    ]);
  });

  it('shows of what came or went the values that it had, without ids and without what is empty', () => {
    const changes = { mentor_id: [null, 'm-1'], date: [null, '2026-11-24'], icon: [null, ''] };
    expect(describeAudit({ ...entry, action: 'insert', table_name: 'mentor_availability', changes }).changes).toEqual([
      { column: 'date', label: 'Date', before: null, after: `Tue 24 Nov${inYear(2026)}`, isPersonal: false },
    ]);
    expect(describeAudit({ ...entry, action: 'delete', changes: { date: ['2026-11-24', null] } }).changes).toEqual([
      { column: 'date', label: 'Date', before: `Tue 24 Nov${inYear(2026)}`, after: null, isPersonal: false },
    ]);
  });

  it.each([
    ['read', 'profiles', 'read contact details in', 'Users'],
    ['read', 'bookings', 'read contact details in', 'Bookings'],
    ['read', 'payments', 'read contact details in', 'Payments'],
    ['export', 'profiles', 'exported', 'Users'],
    ['sign_in', 'profiles', 'signed in to', 'the back office'],
    ['end_sessions', 'profiles', 'ended the sessions of', 'Ravi Kumar'],
    ['end_sessions', 'sessions', 'ended the sessions of', 'everybody'],
    ['two_step_reset', 'profiles', 'turned off two-step sign-in of', 'Ravi Kumar'],
    ['account_deleted', 'profiles', 'deleted', 'their own account'],
    ['closed_account_opened', 'closed_accounts', 'opened the closed account of', 'Ravi Kumar'],
    ['read', 'payout_details', 'opened where we pay', 'Ravi Kumar'],
    ['export', 'payout_details', 'put into a bank file where we pay', 'Ravi Kumar'],
    ['settings', 'security_settings', 'changed', 'the security settings'],
    ['update', 'audit_log', 'removed the personal data of a deleted account from', 'the audit log'],
  ])('says of the act %s in %s: %s %s', (action, table_name, deed, thing) => {
    const described = describeAudit({ ...entry, action, table_name, row_label: 'Ravi Kumar' });
    expect(described).toEqual({ actor: 'Joseph Tirkey', deed, thing, changes: [] });
  });

  it('says whose data an administrator exported, and whose account they erased', () => {
    const about = { ...entry, table_name: 'profiles', row_id: 'somebody', row_label: 'Ravi Kumar' };
    expect(describeAudit({ ...about, action: 'export' })).toMatchObject({ deed: 'exported', thing: 'Ravi Kumar' });
    expect(describeAudit({ ...about, action: 'export', row_label: null }).thing).toBe('a deleted account');
    const erased = describeAudit({ ...about, action: 'account_deleted', row_label: null });
    expect(erased).toMatchObject({ deed: 'deleted', thing: 'another person’s account' });
  });

  it('names no account that is gone', () => {
    expect(describeAudit({ ...entry, action: 'end_sessions', table_name: 'profiles', row_label: null }).thing).toBe(
      'a deleted account',
    );
  });

  it('tells what was read: the filter, the page, and how many people', () => {
    const changes = {
      filter: { search: 'asha', status: ['pending_admin_review', 'confirmed'], view: 'waiting' },
      page: 2,
      rows: 20,
      people: ['p-1', 'p-2'],
    };
    expect(describeAudit({ ...entry, action: 'read', changes }).changes).toEqual(
      [
        ['search', 'Searched for', 'asha'],
        ['status', 'Status', 'Pending Review, Confirmed'],
        ['view', 'View', 'Waiting'],
        ['page', 'Page', '2'],
        ['rows', 'Rows', '20'],
        ['people', 'People', '2: p-1, p-2'],
      ].map(([column, label, after]) => ({ column, label, before: null, after, isPersonal: false, isDetail: true })),
    );
  });

  it('shows a setting before and after, and of a removal no ids', () => {
    const settings = { admin_two_step: ['required', 'optional'] };
    expect(
      describeAudit({ ...entry, action: 'settings', table_name: 'security_settings', changes: settings }).changes,
    ).toMatchObject([{ label: 'Two-step sign-in of administrators', before: 'required', after: 'optional' }]);
    const changes = { entries: 3, entry_ids: [12] };
    expect(describeAudit({ ...entry, table_name: 'audit_log', changes }).changes).toMatchObject([
      { label: 'Changed entries', after: '3' },
    ]);
  });

  it('keeps what a booking moved to, ids included', () => {
    const [change] = describeAudit({ ...entry, changes: { mentor_id: ['m-1', null] } }).changes;
    expect(change).toMatchObject({ label: 'Mentor id', before: 'm-1', after: 'empty' });
  });

  it('makes nothing of changes that are none', () => {
    expect(describeAudit({ ...entry, changes: null }).changes).toEqual([]);
  });
});

it('groups by the day in India', () => {
  const at = (id: number, moment: string) => ({ id, at: moment });
  expect(
    byDay([at(3, '2026-11-21T02:00:00Z'), at(2, '2026-11-20T18:30:00Z'), at(1, '2026-11-20T18:29:59Z')]).map(
      ({ day, entries }) => [day, entries.map(({ id }) => id)],
    ),
  ).toEqual([
    ['2026-11-21', [3, 2]],
    ['2026-11-20', [1]],
  ]);
});
