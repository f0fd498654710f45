/** Tab Impact Stories of the back office (docs/product/content.md#review-of-stories). */
export const adminImpactStories = {
  title: 'Impact Stories',
  count: (total: number) => total.toLocaleString('en-IN'),
  refresh: 'Refresh',
  filter: 'Status',
  all: 'All stories',
  pending: 'Pending',
  approved: 'Approved',
  approve: 'Approve',
  approveOf: (name: string) => `Approve the story of ${name}`,
  reject: 'Reject',
  rejectOf: (name: string) => `Reject the story of ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete the story of ${name}`,
  changedHint:
    'The story is not the one that you have read. “Keep mine” decides about the story as it is now; “Take theirs” ' +
    'leaves it as they have it.',
  fields: { name: 'Name', experience: 'Story', image: 'Photo' },
  /** Of a story about a session. */
  facts: {
    notVerified: 'Not verified now',
    session: 'Session',
    mentor: 'Mentor',
    names: {
      unwanted: 'the founder does not ask for the name',
      open: 'the founder asks for the name, no answer yet',
      yes: 'agrees to be named',
      no: 'does not want to be named',
    },
    consent: (date: string) => `Agreed on ${date}`,
    checkIn: 'Latest check-in',
    noCheckIn: 'No answer yet',
    day: (day: number, answer: string) => `After ${day} days: ${answer}.`,
    answers: { yes: 'Yes', partly: 'Partly', no: 'No' },
  },
  keys: { approve: 'Approve the story', reject: 'Reject the story' },

  deleteDialog: {
    title: (name: string) => `Delete the story of ${name}?`,
    description: 'The story and its photo are deleted for good, here and on the Wall of Impact.',
    keep: 'Keep',
    confirm: 'Delete Story',
  },

  loadFailed: 'Failed to load impact stories',
  approveDone: 'Story approved successfully',
  approveFailed: 'Failed to approve story',
  rejectDone: 'Story rejected',
  rejectFailed: 'Failed to reject story',
  deleteDone: 'Story deleted successfully',
  deleteFailed: 'Failed to delete story',
  gone: 'This story no longer exists: somebody else has deleted it.',
  empty: 'No impact stories yet.',
  emptyHint: 'Stories that visitors send appear here until you approve them.',
  emptyPending: 'No stories to review.',
  emptyApproved: 'No story is approved yet.',
  showAll: 'Show all stories',
} as const;
