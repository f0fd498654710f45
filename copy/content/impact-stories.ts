/** The Wall of Impact (docs/product/content.md#wall-of-impact). Its form has its own file, which is loaded later. */
export const impactStories = {
  title: 'Wall of Impact',
  eyebrow: 'In their own words',
  intro: 'What a session with somebody who has been there changed for founders across India.',
  metaDescription:
    'Founders across India tell what changed for them after a session with a mentor of Project ' +
    'Point 0. Read their stories and share your own.',
  stories: 'Impact stories',
  verified: 'Verified session',
  verifiedCount: (count: number) =>
    count === 1 ? '1 verified story' : `${count.toLocaleString('en-IN')} verified stories`,
  verifiedHint: 'The founder booked and paid for this session here, and it took place.',
  after: (mentor: string) => `After a session with ${mentor}`,
  ofMentor: (mentor: string) => `Stories from sessions with ${mentor}`,
  noneOfMentor: 'No stories from sessions with this mentor yet.',
  all: 'All stories',
  share: 'Share Your Story',
  empty: 'Be the first to share your impact story! Your journey could inspire others.',
  emptyTitle: 'No stories yet',
  loadFailed: 'The stories could not be loaded',
  more: 'Show More Stories',
  moreShown: (count: number) => `${count === 1 ? '1 more story is' : `${count} more stories are`} shown.`,
} as const;
