import { z } from 'zod';
import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { cleanLine } from '#rules/shell/text.ts';

/**
 * Where a mentor is paid (docs/product/earnings.md#where-we-pay-you). The database has only what is sealed and masked of
 * it: private.payout_details checks the mask.
 */

const { errors } = payoutDetailsCopy;

/** Bank files are in ASCII; the first character begins no formula. */
const HOLDER = /^[A-Za-z0-9][A-Za-z0-9 .,'&()/-]{1,99}$/;
const ACCOUNT = /^\d{9,18}$/;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** No dot after the @, so that an e-mail address is none. */
const UPI = /^[a-z0-9._-]{2,100}@[a-z][a-z0-9]{1,63}$/;
const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;

/** People type numbers in groups, and paste full-width digits. */
const compact = (typed: string) => typed.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
const digits = (typed: string) => compact(typed).replaceAll('-', '');
const text = (clean: (typed: string) => string, sentence: string) =>
  z.string(sentence).max(300, sentence).transform(clean);

/** The form, and the body of save-payout-details. What belongs to the other kind is emptied. */
export const payoutDetailsSchema = z
  .object({
    kind: z.enum(['account', 'upi'], errors.kind),
    holder: text((typed) => cleanLine(typed).replaceAll('’', "'"), errors.holder),
    account: text(digits, errors.account),
    accountAgain: text(digits, errors.accountAgain),
    ifsc: text((typed) => compact(typed).toUpperCase(), errors.ifsc),
    upi: text((typed) => compact(typed).toLowerCase(), errors.upi),
    pan: text((typed) => compact(typed).toUpperCase(), errors.pan),
  })
  .transform((typed) =>
    typed.kind === 'upi' ? { ...typed, account: '', accountAgain: '', ifsc: '' } : { ...typed, upi: '' },
  )
  .superRefine((typed, context) => {
    const isAccount = typed.kind === 'account';
    const wrong = {
      holder: !HOLDER.test(typed.holder),
      account: isAccount && !ACCOUNT.test(typed.account),
      accountAgain: isAccount && typed.accountAgain !== typed.account,
      ifsc: isAccount && !IFSC.test(typed.ifsc),
      upi: !isAccount && !UPI.test(typed.upi),
      pan: typed.pan !== '' && !PAN.test(typed.pan),
    };
    for (const [field, isWrong] of Object.entries(wrong)) {
      const message = errors[field as keyof typeof wrong];
      if (isWrong) context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/** Where a mentor is paid, in clear. */
export type PayoutDestination = Omit<z.output<typeof payoutDetailsSchema>, 'accountAgain'>;

/** What is shown without opening it: the last four digits, of a UPI ID its bank and the end of a long name. */
export function maskedDestination({ kind, account, upi }: Pick<PayoutDestination, 'kind' | 'account' | 'upi'>): string {
  if (kind === 'account') return `••••${account.slice(-4)}`;
  const at = upi.indexOf('@');
  return `••••${at < 8 ? '' : upi.slice(at - 4, at)}${upi.slice(at)}`;
}
