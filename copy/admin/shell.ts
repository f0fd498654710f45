/** The frame of the back office (administrator side, section 2). */
export const adminShell = {
  title: 'Admin Dashboard',
  subtitle: 'Manage platform mentors and bookings',
  sections: 'Sections',
  core: 'Core Operations',
  content: 'Content Management',
  tools: 'Tools & Testing',
  tabs: {
    overview: 'Overview',
    bookings: 'Bookings',
    payments: 'Payments',
    mentors: 'Mentors',
    applications: 'Applications',
    users: 'Users',
    'impact-stories': 'Impact Stories',
    'video-testimonials': 'Video Testimonials',
    podcasts: 'Podcasts',
    'partner-logos': 'Partner Logos',
    'calendar-test': 'Calendar Test',
    'system-health': 'System Health',
    'audit-log': 'Audit Log',
  },
} as const;
