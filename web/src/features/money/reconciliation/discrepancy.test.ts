import { describe, expect, it } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { describeDiscrepancy } from './discrepancy.ts';

const tell = (kind: string, detail: Record<string, unknown> = {}, can_repair = false) =>
  describeDiscrepancy({ kind, detail, can_repair });

describe('a discrepancy in words', () => {
  it.each([
    [
      'unknown_order',
      { amount_paise: 700_000, currency: 'INR', provider_order_id: 'order_X' },
      '₹7,000 was paid for the order order_X, which Point 0 never made. All of it is being given ' +
        'back without anybody’s help.',
    ],
    [
      'refund_failed',
      { amount_paise: 12_500_050, reason: 'The account is closed' },
      'The provider could not give ₹1,25,000.50 back: The account is closed. The founder is still waiting for the money.',
    ],
    [
      'refund_failed',
      { amount_paise: 700_000 },
      'The provider could not give ₹7,000 back: no reason was given. The founder is still waiting for the money.',
    ],
    [
      'refund_late',
      { amount_paise: 700_000, state: 'queued', since: '2026-11-20T04:30:00Z' },
      `The refund of ₹7,000 has been waiting since Fri 20 Nov${inYear(2026)}, 10:00 AM IST and has not reached the provider. ` +
        'The founder is still waiting for the money.',
    ],
    [
      'refund_late',
      { amount_paise: 700_000, state: 'pending', since: '2026-11-20T04:30:00Z' },
      `The provider has the refund of ₹7,000 since Fri 20 Nov${inYear(2026)}, 10:00 AM IST, and is past the day ` +
        'that the founder was told.',
    ],
    [
      'refunded_outside',
      { amount_paise: 100_000, paid_paise: 700_000, status: 'processed' },
      '₹1,000 of ₹7,000 went back to the payer through the provider’s dashboard. Point 0 has not changed the booking.',
    ],
    [
      'refunded_twice',
      { amount_paise: 700_000, status: 'processed', reference: 'UTR0000000001' },
      'We returned ₹7,000 by the bank transfer UTR0000000001, and now the provider refunds the same payment.',
    ],
    [
      'amount_differs',
      { provider_paise: 10_000, provider_currency: 'USD', amount_paise: 700_000, currency: 'INR' },
      'The provider has USD 100.00 for this payment, our records have ₹7,000.',
    ],
    [
      'payment_unsettled',
      { outcome: 'refund', amount_paise: 700_000 },
      '₹7,000 had been captured, and no report of it reached us. The night’s comparison gives it back.',
    ],
    ['payment_missing', {}, 'Our records have a payment of an unknown amount that the provider’s list does not have.'],
  ])('%s, %o', (kind, detail, what) => {
    expect(tell(kind, detail).what).toBe(what);
  });

  it('says by when a dispute is to be answered, and when it is lost', () => {
    const dispute = { amount_paise: 700_000, reason: 'goods_not_received', status: 'open' };
    expect(tell('dispute', { ...dispute, respond_by: 1_796_000_000 })).toMatchObject({
      what:
        'The payer has asked their bank for ₹7,000 back (goods not received). Point 0 changes nothing ' +
        'about the booking or the money by itself.',
      todo:
        'Answer it in the provider’s dashboard by Monday, 30 November 2026, with the booking as ' +
        'evidence. It closes here when the provider closes it.',
    });
    expect(tell('dispute', dispute).todo).toContain('Answer it in the provider’s dashboard, with the booking');
    expect(tell('dispute', { ...dispute, status: 'lost' }).what).toBe(
      'The bank has decided for the payer: ₹7,000 went back to them.',
    );
  });

  it('offers a repair only while the database would do it', () => {
    for (const kind of ['refund_late', 'payment_missing', 'event_missing', 'event_differs']) {
      expect(tell(kind, {}, true).repair, kind).not.toBeNull();
      expect(tell(kind, {}, false).repair, kind).toBeNull();
    }
    expect(tell('dispute', {}, true).repair).toBeNull();
  });

  it('shows a kind that is not known here by its name', () => {
    expect(tell('constructor').title).toBe('Finding “constructor”');
    expect(tell('refund_twice', {}, true)).toMatchObject({ repair: null });
  });
});
