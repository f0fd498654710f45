import { expect, test } from 'vitest';
import { retention } from '#copy/content/static/retention.ts';
import { DEFAULT_CHOICES, retentionIntervals, retentionTable } from './retention.ts';

const plain = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' | ').replaceAll('**', ''));

test('the table on the Privacy Policy says how long each kind of data is kept', () => {
  expect(plain(retentionTable(DEFAULT_CHOICES))).toEqual([
    'Your account, your profile, and our notes about you | until you delete the account | deleted',
    'Where we pay you, if you are a mentor: bank account or UPI ID, and PAN, encrypted | until you change it, or delete the account | deleted',
    'Bookings, payments and refunds: amounts, dates and numbers | 8 years after the end of the financial year, because ' +
      'tax law requires it | deleted',
    'Meeting links and notes of a booking, and what you asked us to change | 1 year after the session | emptied',
    'What you want to leave a session with, where you did not pay for the session | 30 days after you last changed it | deleted',
    'Mentors that you saved, which e-mails you do not want, and whose new times you wait for | until you change it, or delete the account; waiting for new times 90 days | deleted',
    'What you want to leave a session with, notes, summary, action items and check-ins of a session | as long as the booking, or until you delete the account | deleted',
    'Signed-in devices | 30 days from the sign-in, or until the device was not used for 14 days; administrators: ' +
      '12 hours | signed out',
    'What you agreed to, and when | 3 years after you delete the account | deleted',
    'The audit log of what was changed, read and exported | 3 years | deleted',
    'Records of sign-ins, notices about the safety of your account, and what the payment provider reported to us | ' +
      '1 year, as the law orders | deleted',
    'Address and name of a deleted account, encrypted and open to none of our pages | 365 days after you delete the ' +
      'account | deleted',
    'Records of e-mails and other work that is done | 30 days | deleted',
    'Mentor applications | 1 year after our decision | deleted',
    'Your e-mail address, where you asked us to find a mentor | 180 days after our answer | emptied',
    'Invitations of mentors that are accepted, withdrawn or expired, and the address that each went to | ' +
      '1 year after we sent them | deleted',
    'Your requests about your data | 3 years after our answer, or until you delete the account | deleted',
    'Accounts whose e-mail address was never confirmed | 30 days | deleted',
    'Links and codes that we sent you, and confirmations that it is you | 1 day | deleted',
    'Impact stories with their photos | until you ask us, or an administrator deletes the story; one about a session until you withdraw it or delete the account | deleted',
  ]);
});

test('what an operator chose stands in the table and in the job', () => {
  const choices = { moneyYears: 10, closedAccountDays: 0 };
  const table = plain(retentionTable(choices)).join('\n');
  expect(table).toContain('10 years after the end of the financial year');
  expect(table).toContain('open to none of our pages | not at all | deleted');
  expect(retentionIntervals(choices)).toMatchObject({ money: '10 years', closed_accounts: '0 days' });
});

test('the rules that share a line of the table are kept alike', () => {
  const { auth_log, account_alerts, webhook_payloads } = retentionIntervals(DEFAULT_CHOICES);
  expect([account_alerts, webhook_payloads]).toEqual([auth_log, auth_log]);
});

test('the sentences of the table hold no number of their own: one that differs from the rules cannot be written', () => {
  const sentences = Object.values(retention.rows).flatMap(({ data, keptFor, afterwards }) => [
    data,
    (keptFor as (...spans: string[]) => string)('some time', 'some time', 'some time'),
    afterwards,
  ]);
  expect(sentences.filter((sentence) => /[0-9]/.test(sentence))).toEqual([]);
});

test('with one number changed in the page the comparison with the rules fails', () => {
  const page = retentionTable({ ...DEFAULT_CHOICES, moneyYears: 7 });
  expect(plain(page)).not.toEqual(plain(retentionTable(DEFAULT_CHOICES)));
});
