import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { Payment } from './payments.data.ts';
import { paymentsCsv, paymentsTable } from './payments-csv.ts';

const payment: Payment = {
  id: 'pay_PqR8sTuVwXyZ12',
  captured_at: '2026-11-20T20:00:00.123456+00:00',
  founder_name: 'Asha Rao',
  founder_email: 'asha@example.test',
  mentor_name: 'Vikram Shah',
  booking_id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  code: 'P0-7K2QXA',
  order_id: 'order_PqR8sTuVwXyZ11',
  amount_paise: 700_000,
  currency: 'INR',
  state: 'captured',
  method: 'upi',
  refund_paise: 0,
};

it('the export of payments has a row for each, with the time in India and an amount that can be added up', () => {
  const unknown: Payment = {
    ...payment,
    founder_name: null,
    founder_email: null,
    mentor_name: null,
    booking_id: null,
    code: null,
    amount_paise: 99_950,
    refund_paise: 99_950,
    state: 'refund_failed',
    method: null,
  };
  expect(paymentsTable([payment, unknown])).toEqual([
    [
      'Time (IST)',
      'Founder',
      'E-mail',
      'Mentor',
      'Booking code',
      'Amount',
      'Refunded',
      'On its way',
      'Refund failed',
      'Currency',
      'State',
      'Method',
      'Payment ID',
      'Order ID',
    ],
    [
      '2026-11-21 01:30',
      'Asha Rao',
      'asha@example.test',
      'Vikram Shah',
      'P0-7K2QXA',
      '7000.00',
      '',
      '',
      '',
      'INR',
      'Captured',
      'UPI',
      'pay_PqR8sTuVwXyZ12',
      'order_PqR8sTuVwXyZ11',
    ],
    [
      '2026-11-21 01:30',
      '',
      '',
      '',
      '',
      '999.50',
      '',
      '',
      '999.50',
      'INR',
      'Refund failed',
      '',
      'pay_PqR8sTuVwXyZ12',
      'order_PqR8sTuVwXyZ11',
    ],
  ]);
});

it.each(['=1+1', '+91 98765 43210', '-2+3', '@SUM(A1:A9)', '\t=1+1'])(
  'a name of the export of payments that begins as a formula does (%j) is kept from being calculated',
  (name) => {
    const csv = paymentsCsv([{ ...payment, founder_name: name, mentor_name: name, founder_email: name }]);
    const [, cells] = parse(csv.slice(1), { record_delimiter: '\r\n' });
    expect(cells?.slice(1, 4)).toEqual([`'${name}`, `'${name}`, `'${name}`]);
  },
);
