/** Tab Impact Stories of the back office (administrator side, sections 2, 4 and 8). */
export const adminImpactStories = {
  title: 'Impact Stories',
  approved: 'Approved',
  pending: 'Pending',
  approve: 'Approve',
  reject: 'Reject',
  delete: 'Delete',
  loadFailed: 'Failed to load impact stories',
  approveDone: 'Story approved successfully',
  approveFailed: 'Failed to approve story',
  rejectDone: 'Story rejected',
  rejectFailed: 'Failed to reject story',
  deleteDone: 'Story deleted successfully',
  deleteFailed: 'Failed to delete story',
} as const;
