import { describe, expect, it, test } from 'vitest';
import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { maskedDestination, payoutDetailsSchema } from './payout-details.ts';

const ACCOUNT = {
  kind: 'account',
  holder: 'Asha Menon',
  account: '123456789012',
  accountAgain: '123456789012',
  ifsc: 'HDFC0001234',
  upi: '',
  pan: '',
};
const UPI = { ...ACCOUNT, kind: 'upi', account: '', accountAgain: '', ifsc: '', upi: 'asha.menon@okhdfcbank' };

/** The fields that are refused, each with its sentence. */
function problemsOf(typed: object) {
  const { error } = payoutDetailsSchema.safeParse(typed);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('where a mentor is paid', () => {
  it('is taken as people type it: in groups, in small letters, in full-width digits', () => {
    expect(
      payoutDetailsSchema.parse({
        ...ACCOUNT,
        holder: '  Asha  D’Souza ',
        account: '1234 5678-9012',
        accountAgain: '１２３４５６７８９０１２',
        ifsc: ' hdfc0001234 ',
        pan: 'abcde1234f',
      }),
    ).toEqual({ ...ACCOUNT, holder: "Asha D'Souza", pan: 'ABCDE1234F' });
    expect(payoutDetailsSchema.parse({ ...UPI, upi: ' Asha.Menon@OkHdfcBank ' })).toEqual(UPI);
  });

  it('has nothing of the other kind, whatever was typed there before', () => {
    expect(payoutDetailsSchema.parse({ ...ACCOUNT, upi: 'not a upi id' }).upi).toBe('');
    expect(payoutDetailsSchema.parse({ ...UPI, account: '1', ifsc: 'x' })).toEqual(UPI);
  });

  it.each([
    ['holder', ['', 'A', 'आशा मेनन', '=SUM(A1)', '+91', '@x y', '-x y', 'Asha "Menon"', 'A\tB;C', 'x'.repeat(101)]],
    ['account', ['', '12345678', '1234567890123456789', '12345678a', '١٢٣٤٥٦٧٨٩']],
    ['accountAgain', ['', '123456789013']],
    ['ifsc', ['', 'HDFC1001234', 'HDF00001234', 'HDFC000123', 'HDFC00012345', 'HDFC0-01234']],
    ['pan', ['ABCDE1234', 'ABCD12345F', '12345ABCDE']],
  ] as const)('refuses a wrong %s with its sentence', (field, texts) => {
    for (const text of texts) {
      const problems = problemsOf({ ...ACCOUNT, [field]: text });
      expect(problems[field], text).toBe(payoutDetailsCopy.errors[field]);
      expect(Object.keys(problems).filter((one) => one !== 'accountAgain' && one !== field)).toEqual([]);
    }
  });

  it('refuses what is no UPI ID, an e-mail address above all', () => {
    for (const upi of ['', 'asha', 'a@ok', 'asha@gmail.com', 'asha@', '@okaxis', 'as ha@1bank', 'asha@ok@axis'])
      expect(problemsOf({ ...UPI, upi }), upi).toEqual({ upi: payoutDetailsCopy.errors.upi });
  });
});

test('a mask shows at most four characters of the number or of the name', () => {
  const masks = [
    { kind: 'account', account: '123456789', upi: '' },
    { kind: 'account', account: '123456789012345678', upi: '' },
    { kind: 'upi', account: '', upi: '9876543210@ybl' },
    { kind: 'upi', account: '', upi: 'asha@okaxis' },
  ] as const;
  expect(masks.map(maskedDestination)).toEqual(['••••6789', '••••5678', '••••3210@ybl', '••••@okaxis']);
});
