/** About Us (docs/product/content.md#static-pages). */
export const aboutUs = {
  title: 'About Us',
  metaDescription:
    'Why Point 0 exists: our mission, a letter from the founders, and how to reach the team behind ' +
    'the mentorship marketplace.',
  headline: 'We stand where founders start',
  intro:
    'Point 0 is a mentorship marketplace for early-stage founders and student entrepreneurs in ' +
    'India, run as a social impact initiative.',
  mission: {
    title: 'Our mission',
    statement:
      'To put a session with the right mentor within reach of every founder in India, at the moment it changes the most.',
    body: [
      'Good advice is worth most at the very beginning, and that is when it is hardest to get. Those who have it are ' +
        'busy; those who need it do not know them. Chance decides who meets whom: the college, the city, the family.',
      'We want to take chance out of it. Anyone can see who our mentors are, what they know and ' +
        'what a session costs, and can book it without knowing anybody first.',
    ],
  },
  values: {
    title: 'What we hold on to',
    items: [
      {
        title: 'Experience before opinion',
        body: 'Our mentors have built, funded, sold or closed companies themselves. We choose each of them by hand.',
      },
      {
        title: 'Prices in the open',
        body: 'One session, one price in rupees, shown before you choose. No packages, no membership.',
      },
      {
        title: 'A person behind every booking',
        body: 'An administrator reviews each booking within 24 hours, and a person answers when you write.',
      },
    ],
  },
  letter: {
    title: 'A letter from the founders',
    greeting: 'Dear founder,',
    paragraphs: [
      'Before there was a product, a team or a name, each of us had a notebook and a question that we could not ' +
        'answer. We asked friends, who were kind. We asked the internet, which was certain. What helped in the end ' +
        'was forty minutes with somebody who had made our mistake three years earlier and was willing to say so.',
      'That conversation came about by luck. A cousin knew a colleague. We have met too many students since with ' +
        'better ideas than ours and no such cousin, in towns where nobody they know has ever started a company. They ' +
        'do not lack talent or nerve. They lack one phone number.',
      'So we began on a campus, with a list of mentors and a shared calendar. People travelled for ' +
        'hours to talk for one. We saw plans dropped in time, first customers found, co-founders made ' +
        'up with. It was plain that this had to be open to everybody, wherever they live.',
      'We call it Point 0 because that is where you are: not behind, not too early, simply at the ' +
        'start, with every direction still open. We cannot walk the road for you. We can make sure ' +
        'that you do not have to guess where it begins.',
      'Bring us the question you are a little embarrassed to ask. It is usually the right one.',
    ],
    closing: 'With warm regards,',
    signature: 'The founders of Project Point 0',
  },
  contacts: {
    title: 'How to reach us',
    body: 'We like to hear from founders, mentors, campuses and partners.',
    action: 'Contact Us',
    joinAsMentor: 'Join as a Mentor',
  },
} as const;
