/** Project Point 0 (docs/product/content.md#static-pages). */
export const projectPointZero = {
  title: 'Project Point 0',
  metaDescription:
    'Project Point 0 is a social impact initiative for founders at the very start: one-to-one ' +
    'mentoring for 10,000+ students across 5+ cities in India.',
  headline: 'Everything starts at a point',
  intro:
    'Project Point 0 is a social impact initiative for people who are just starting out: founders ' +
    'at an early stage and student entrepreneurs in India.',
  findMentor: 'Find a Mentor',
  joinCommunity: 'Join Our Community',
  mission: {
    title: 'Our mission',
    statement: 'No idea should end because its founder had nobody to ask.',
    body: [
      'Most ventures do not fail in the market. They end much earlier, in a hostel room or at a ' +
        'kitchen table, when the first hard question meets silence. How do I know that somebody will ' +
        'pay? Do I need a company yet? What do I say to the person who could join me?',
      'There are people who can answer in a minute, because they have been there. Project Point 0 ' +
        'brings the two together, while it is still early enough to matter.',
    ],
  },
  goal: {
    title: 'Where we are heading',
    body: 'Mentoring that used to depend on whom you know, offered campus by campus and city by city.',
    figures: [
      { figure: '10,000+', label: 'students' },
      { figure: '5+', label: 'cities' },
    ],
  },
  approach: {
    title: 'Our approach',
    intro: 'From one point outwards. Each ring holds up the next.',
    steps: [
      {
        title: 'The founder',
        body:
          'We begin with one person and one question, not with a curriculum. What you need to know ' +
          'next is what the session is about.',
      },
      {
        title: 'The mentor',
        body:
          'A session, one to one, with somebody who has solved that very problem. Mentors set their ' +
          'own price, and every profile says what they are good at.',
      },
      {
        title: 'The campus',
        body:
          'Cells and clubs bring the first students, host the workshops, and keep the conversation ' +
          'going between sessions.',
      },
      {
        title: 'The cities',
        body:
          'What works on one campus travels to the next. Our goal is to reach 10,000+ students across ' +
          '5+ cities, and then every town with a video connection.',
      },
    ],
  },
  invitation: {
    title: 'Start from here',
    body: 'Book a session with a mentor, or join the community and meet others at your stage.',
    mentorHint: 'Have 3+ years of experience to share? [Join as a Mentor](joinAsMentor).',
  },
} as const;
