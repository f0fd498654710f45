import { expect, it } from 'vitest';
import { applicationsCopy } from '#copy/mentors/admin-applications.ts';
import { APPLICATION_STATUSES, isApplicationStatus } from './application-status.ts';

it('an application is pending, approved, rejected or contacted, and each has its word', () => {
  expect(APPLICATION_STATUSES).toEqual(['pending', 'approved', 'rejected', 'contacted']);
  expect(Object.keys(applicationsCopy.statuses)).toEqual([...APPLICATION_STATUSES]);
});

it.each(['', 'Pending', 'done', null, undefined, 1])('%j is no status', (value) => {
  expect(isApplicationStatus(value)).toBe(false);
});
