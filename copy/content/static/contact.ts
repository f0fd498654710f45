/** Contact Us (docs/product/content.md#static-pages). */
export const contact = {
  title: 'Contact Us',
  metaDescription:
    'Reach the Point 0 team: Monday–Saturday 10 AM–6 PM IST, with a response within 24 hours. For ' +
    'urgent matters put URGENT in the subject.',
  intro: 'People read every message here. Tell us what you need, and you will hear from one of us.',
  hours: {
    title: 'When we are there',
    table: 'Support hours by day, India Standard Time',
    day: 'Day',
    time: 'Hours',
    rows: [
      { day: 'Monday–Saturday', time: '10 AM–6 PM IST' },
      { day: 'Sunday', time: 'Closed' },
    ],
    answer: 'Expect a **response within 24 hours**.',
  },
  ways: {
    title: 'Ways to reach us',
    email: {
      title: 'E-mail',
      body: 'Best for anything about a booking, a payment or your account.',
      action: 'Write to us',
    },
    chat: { title: 'Chat', body: 'Best for a quick question during support hours.', action: 'Open the chat' },
    campus: { title: 'Campus', body: 'Best after a word by e-mail, so that somebody is at the desk.' },
  },
  urgent: {
    title: 'Is it urgent?',
    body:
      'Your session starts soon, the meeting link does not open, or your mentor has not come: mention ' +
      '**URGENT** in the subject, and give the booking code. We read these messages first.',
    action: 'Write an urgent e-mail',
    subject: 'URGENT: ',
  },
  include: {
    title: 'What helps us help you',
    intro: 'With these in your first message we can often settle it in one reply:',
    points: [
      'the e-mail address of your account;',
      'the booking code on your dashboard, or the mentor, date and time of the session;',
      'for a payment, the payment ID on Razorpay’s receipt;',
      'what you expected, what happened instead, and a picture of the screen if you have one.',
    ],
    caution: 'Never send us a password, a card number or a one-time code. We do not ask for them.',
  },
  answers: {
    title: 'Perhaps the answer is here',
    items: [
      {
        question: 'How do I move or cancel a session?',
        answer:
          'Reschedule at least 24 hours ahead, on [your dashboard](dashboard). ' +
          '[Cancellations & Refunds](refunds) explains every case.',
      },
      {
        question: 'I have paid. When is my booking confirmed?',
        answer:
          'An administrator reviews it within 24 hours. [Your dashboard](dashboard) shows where it ' +
          'stands, and the meeting link comes with the approval.',
      },
      {
        question: 'How do I become a mentor?',
        answer: 'Apply through [Join as a Mentor](joinAsMentor). We look for 3+ years of experience.',
      },
      {
        question: 'What do you keep about me, and can you delete it?',
        answer:
          'You can download and delete it yourself, in [your account](account). The [Privacy Policy](privacy) says ' +
          'what we keep and for how long.',
      },
    ],
  },
} as const;
