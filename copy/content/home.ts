/** The home page (docs/product/content.md#home). */
export const home = {
  metaTitle: 'Point 0 · Find the perfect mentor for your startup journey',
  metaDescription:
    'We are your Point 0: book one-to-one video sessions with founders, operators and investors who ' +
    'mentor early-stage startups and student entrepreneurs in India.',

  hero: {
    eyebrow: 'Incubated at a business school',
    title: 'Find the perfect mentor for your startup journey',
    body:
      'Every venture has a point zero. Start yours beside someone who has already walked the road: ' +
      'one founder, one mentor, one conversation.',
    findMentor: 'Find a Mentor',
    joinCommunity: 'Join Our Community',
    claims: [
      { counter: 'mentors', label: 'expert mentors' },
      { counter: 'founders', label: 'founders in our community' },
    ],
    /** Until the figure is larger. */
    claimed: '500+',
  },

  trustedBy: { title: 'Trusted By' },

  whyChoose: {
    title: 'Why Choose Point 0?',
    intro: 'A social impact initiative for the stage when good advice is hardest to find.',
    reasons: [
      {
        title: 'Expert Mentors',
        body: 'Founders, operators and investors who have done the work, each chosen by our team.',
      },
      {
        title: 'Flexible Scheduling',
        body: 'Pick a free hour that suits you, evenings and weekends included. All times are in IST.',
      },
      {
        title: 'Specialized Expertise',
        body: 'From term sheets to first hires: find the person who knows your very question.',
      },
      {
        title: 'Startup Resources',
        body: 'Leave a session with the templates, checklists and introductions that move you on.',
      },
      {
        title: 'Learning Programs',
        body: 'Workshops and cohorts from our campus, open to student entrepreneurs everywhere.',
      },
      { title: 'Growth Community', body: 'Meet founders at your stage, trade notes, and keep each other going.' },
    ],
  },

  howItWorks: {
    title: 'How It Works',
    intro: 'From a question to an answer in four steps.',
    promise: 'See how we keep our word',
    step: (number: number) => `Step ${number}`,
    steps: [
      { title: 'Find Your Mentor', body: 'Filter by expertise and price, and read what each mentor is good at.' },
      { title: 'Book a Session', body: 'Choose a day and a time, and pay online. We confirm within 24 hours.' },
      { title: 'Meet Virtually', body: 'Join the video call from the link in your confirmation e-mail.' },
      { title: 'Grow & Succeed', body: 'Act on what you learned, and come back when the next question is ready.' },
    ],
  },

  podcasts: {
    title: 'Outreach Unplugged',
    intro: 'Conversations with mentors, recorded where founders work. Half an hour each.',
  },

  videoStories: {
    title: 'Video Success Stories',
    intro: 'Founders on the hour that changed their course, in about a minute each.',
  },

  closing: {
    title: 'Your point zero is one conversation away',
    body: 'Find someone who has stood where you are standing.',
    findMentor: 'Find Your Mentor',
    joinCommunity: 'Join Our Community',
  },
} as const;
