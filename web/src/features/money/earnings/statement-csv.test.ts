import { expect, test } from 'vitest';
import type { Statement } from './earnings.data.ts';
import { statementCsv } from './statement-csv.ts';

const line: Statement['lines'][number] = {
  id: '1',
  at: '2026-10-31T20:00:00Z',
  kind: 'session',
  code: 'P0-ABC123',
  date: '2026-10-31',
  start_time: '10:00:00',
  founder_name: '=HYPERLINK("x")',
  gross_paise: 350_000,
  fee_paise: 52_550,
  net_paise: 297_450,
  payout_reference: 'UTR000000001',
};
const statement: Statement = {
  mentor_name: 'Dev',
  month: '2026-11-01',
  is_open: false,
  opening_paise: 0,
  closing_paise: 0,
  lines: [
    line,
    {
      ...line,
      kind: 'reversal',
      founder_name: null,
      gross_paise: -350_000,
      fee_paise: -52_550,
      net_paise: -297_450,
      payout_reference: null,
    },
  ],
  payouts: [],
};

test('the table of a statement has rupees with two decimals and cells that no spreadsheet calculates', () => {
  expect(statementCsv(statement).replace('\ufeff', '').split('\r\n')).toEqual([
    'Date,Session,Founder,Kind,Gross,Fee,Net,Payout reference',
    `2026-11-01,P0-ABC123,"'=HYPERLINK(""x"")",Session,3500.00,525.50,2974.50,UTR000000001`,
    '2026-11-01,P0-ABC123,A founder,Reversal,-3500.00,-525.50,-2974.50,',
    '',
  ]);
});
