/** Cancellations & Refunds (docs/product/refunds.md#refund-policy). */
export const refunds = {
  title: 'Cancellations & Refunds',
  metaDescription:
    'How to cancel or move a mentoring session at Point 0, when your payment comes back in full, and when it does not.',
  intro:
    'A session is time that a mentor keeps free for you. These rules say how you can move or cancel ' +
    'it, and when your money comes back.',
  timeline: {
    title: 'How much notice you give',
    steps: [
      {
        when: 'At least 24 hours before',
        what: 'You can reschedule.',
        hint: 'On your dashboard, at once and up to twice.',
      },
      {
        when: 'Between 24 and 12 hours',
        what: 'Too late to count on it.',
        hint: 'Ask on your dashboard: we put it to your mentor.',
      },
      { when: 'Under 12 hours', what: 'Not refundable.', hint: 'A new time is at the mentor’s discretion.' },
    ],
    start: 'Your session starts',
  },
  sections: [
    {
      id: 'overview',
      title: 'Who gets what back',
      blocks: [
        'Every case on one sheet. The sections below explain each of them.',
        {
          table: {
            caption: 'What happens to your payment',
            head: ['What happened', 'What you get'],
            rows: [
              ['Your booking is rejected, or not answered in time', '**Full refund**'],
              ['You cancel a pending booking within 4 hours of making it', '**Full refund**'],
              ['Your payment arrives but the slot is gone', '**Full refund**'],
              ['You cancel a confirmed session at least 24 hours ahead', '**Full refund**'],
              [
                'You ask to cancel between 24 and 12 hours ahead',
                'Full refund, if your mentor agrees to the cancellation',
              ],
              ['Your mentor cancels', '**Full refund or a free reschedule**, as you choose'],
              ['Your mentor does not appear', '**Full refund or a free reschedule**, as you choose'],
              [
                'A technical issue of our platform stops the session',
                '**Full refund or a free reschedule**, as you choose',
              ],
              ['You choose a new time at least 24 hours ahead', 'A new time'],
              ['You ask for a change under 12 hours ahead', 'No refund; a new time only at the mentor’s discretion'],
              ['You do not appear', 'No refund'],
            ],
          },
        },
      ],
    },
    {
      id: 'pending',
      title: 'Cancelling while your booking is pending',
      blocks: [
        'After you pay, your booking waits for an administrator, who reviews it **within 24 hours**. While it is ' +
          'pending, you can cancel it yourself **within 4 hours of creating it**, and you receive a **full refund**.',
        'Open [your dashboard](dashboard), find the booking under “Pending Review” and cancel it ' +
          'there. A cancellation cannot be undone; the slot is offered to others at once. The choice ' +
          'ends when the 4 hours are over or the booking is confirmed, whichever comes first.',
      ],
    },
    {
      id: 'rejected',
      title: 'When a booking is rejected',
      blocks: [
        'Sometimes an administrator cannot approve a booking: the mentor has fallen ill, say, or the slot turns out ' +
          'to be taken. A rejected booking is **refunded in full**, always. You need not ask for it. A booking that ' +
          'nobody answers in time ends by itself, with the same refund.',
        'The same holds when a payment reaches us but cannot become a booking, for instance because ' +
          'somebody else paid for that slot a moment earlier. We send the whole amount back.',
      ],
    },
    {
      id: 'rescheduling',
      title: 'Moving or cancelling a confirmed session',
      blocks: [
        '**Reschedule at least 24 hours ahead.** On [your dashboard](dashboard), press “Change or cancel” and choose ' +
          'another free time of your mentor. It is moved at once; you can do this twice.',
        'Cancellations, too, are allowed up to 24 hours before the session. You find them in the same place, and what ' +
          'you paid is **refunded in full**.',
        'A request that comes between 24 and 12 hours before the session is later than these rules ' +
          'ask for. Send it all the same, from the same place: we put it to your mentor and tell you the answer, but ' +
          'cannot promise a yes. If the answer to a cancellation is yes, you get a full refund.',
        'What counts for these times is **when you ask**, not when we answer.',
        '**Under 12 hours before the session, it is not refundable.** Whether you get another time is **at the ' +
          'mentor’s discretion**: by then the slot can no longer be offered to anyone else.',
      ],
    },
    {
      id: 'mentor-no-show',
      title: 'If your mentor does not appear',
      blocks: [
        'Please wait in the call for a few minutes; a meeting before yours may be running over. If ' +
          'your mentor still has not come, [write to us](email). For a **mentor no-show** you choose ' +
          'between a **full refund** and a **free reschedule**.',
      ],
    },
    {
      id: 'technical-issue',
      title: 'If our platform fails',
      blocks: [
        'If a **platform technical issue** keeps you from meeting, such as a meeting link that does not open or a ' +
          'confirmation that never arrived, you again choose between a **full refund** and a **free reschedule**. ' +
          'Tell us what you saw, with a picture of the screen if you have one.',
        'A connection that fails at your end is not a platform issue. Try the link from a phone, ' +
          'and write to us at once if you are running late; many mentors will wait a little.',
      ],
    },
    {
      id: 'your-no-show',
      title: 'If you do not appear',
      blocks: [
        'A **user no-show** gives **no refund**. The mentor kept the time free, came, and waited for you. If ' +
          'something serious prevented you, tell us; we will pass it on to the mentor, who may offer another time.',
      ],
    },
    {
      id: 'how-refunds-arrive',
      title: 'How a refund reaches you',
      blocks: [
        'Payments are made in Indian rupees (INR) through Razorpay, and refunds go back the same way: to the card, ' +
          'account or UPI address that you paid from. We never pay a refund to a different account.',
        'A full refund is the whole amount that you paid, with nothing held back. Refunds for ' +
          'rejected and cancelled bookings are started automatically. How soon the money then shows ' +
          'on your statement depends on your bank or card issuer.',
        'If a refund seems to be missing, write to us with the booking code and the payment ID ' +
          'from Razorpay’s receipt. With these two we can trace it.',
      ],
    },
    {
      id: 'asking',
      title: 'How to ask',
      blocks: [
        'Write to [our support address](email) from the e-mail of your account and give:',
        {
          list: [
            'the booking code on your dashboard, or the mentor, date and time of the session;',
            'what happened, in a sentence or two;',
            'what you would like: a refund, or new times that suit you.',
          ],
        },
        'We answer within 24 hours. If your session starts sooner than that, put **URGENT** in the ' +
          'subject. Our hours are on [the contact page](contact).',
      ],
    },
  ],
} as const;
