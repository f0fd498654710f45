/** How much waits in a section of the back office, beside its name. */
export const adminCounts = {
  bookings: (count: number) => `${count.toLocaleString('en-IN')} bookings to answer`,
  applications: (count: number) =>
    count === 1 ? '1 application to review' : `${count.toLocaleString('en-IN')} applications to review`,
  reports: (count: number) => (count === 1 ? '1 open report' : `${count} open reports`),
  stories: (count: number) => `${count === 1 ? '1 story' : `${count} stories`} to review`,
} as const;
