import { expect, test } from 'vitest';
import { bankFileCsv } from './bank-file-csv.ts';

const row = {
  holder: 'Asha Menon',
  account: '001234567890',
  ifsc: 'HDFC0001234',
  amount_paise: 350_000,
  reference: 'P0202610A1B2C3D4',
};

test('the bank file has digits as they are, rupees with two decimals, no byte order mark and no formula', () => {
  expect(bankFileCsv([row, { ...row, holder: '=HYPERLINK("x")' }]).split('\r\n')).toEqual([
    'Name,Account number,IFSC,Amount,Reference',
    'Asha Menon,001234567890,HDFC0001234,3500.00,P0202610A1B2C3D4',
    `"'=HYPERLINK(""x"")",001234567890,HDFC0001234,3500.00,P0202610A1B2C3D4`,
    '',
  ]);
});
