import { expect, test } from 'vitest';
import { auditCopy } from '#copy/office/audit-log.ts';
import { NO_FILTERS as NONE, readAuditFilters, withAuditFilters } from './audit-filters.ts';

const ID = '3f2a9c1e-1111-4222-8333-444455556666';

test.each([
  ['', NONE],
  ['q=%20Asha%00%20%20Menon ', { ...NONE, search: 'Asha Menon' }],
  [`person=${ID}&kind=bookings`, { ...NONE, person: ID, kind: 'bookings' }],
  ['person=system&from=2026-11-20&to=2026-11-21', { ...NONE, person: 'system', from: '2026-11-20', to: '2026-11-21' }],
  ['person=me&kind=constructor&from=2026-02-30&to=0002-11-20', NONE],
])('the address "%s" of the audit log is read', (address, filters) => {
  expect(readAuditFilters(new URLSearchParams(address))).toEqual(filters);
});

test('another filter of the audit log keeps the others and leads to the newest change', () => {
  const params = new URLSearchParams('tab=audit-log&q=asha&kind=mentors&before=7');
  expect(`${withAuditFilters(params, { kind: 'bookings' })}`).toBe('tab=audit-log&q=asha&kind=bookings');
  expect(`${withAuditFilters(params, NONE)}`).toBe('tab=audit-log');
});

test('every thing that the audit log names can be filtered by', () => {
  expect(Object.keys(auditCopy.kinds)).toEqual(Object.keys(auditCopy.things));
});
