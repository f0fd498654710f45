/**
 * What a mentor application can be (docs/product/applications.md#status); the table mentor_applications holds the same.
 */
export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected', 'contacted'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export function isApplicationStatus(value: unknown): value is ApplicationStatus {
  return APPLICATION_STATUSES.includes(value as ApplicationStatus);
}
