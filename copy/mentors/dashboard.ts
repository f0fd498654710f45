/**
 * The frame of the mentor's area (docs/product/mentor-accounts.md#mentor-area); its sections have files of their own.
 */
export const mentorDashboard = {
  title: 'Mentor Dashboard',
  sections: 'Mentor sections',
  names: {
    today: 'Today',
    requests: 'Requests',
    sessions: 'Sessions',
    hours: 'Hours',
    profile: 'Profile',
    reviews: 'Reviews',
    earnings: 'Earnings',
    settings: 'Settings',
  },
  more: 'More',
  loginRequired: 'Please log in to access your mentor dashboard.',
  mentorsOnly: 'This area is for mentors.',
  contact: 'Contact us',
  loadFailed: 'Could not load this page.',
} as const;
