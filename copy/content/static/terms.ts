/** Terms and Conditions. */
export const terms = {
  title: 'Terms and Conditions',
  metaDescription:
    'The terms of Point 0, in plain language: accounts, booking and paying for a session, what ' +
    'mentors and founders owe each other.',
  intro:
    'What you can expect of Point 0, and what we expect of you. We wrote it to be read, so please do before you book.',
  summary: [
    'You pay first; an administrator then reviews your booking **within 24 hours**. A rejected ' +
      'booking is refunded in full.',
    'Reschedule **at least 24 hours ahead**. Under 12 hours is not refundable and is at the mentor’s discretion.',
    'Mentors share experience. Decisions about your venture stay yours.',
  ],
  sections: [
    {
      id: 'about-these-terms',
      title: 'About these terms',
      blocks: [
        'Point 0 is a mentorship marketplace for early-stage founders and student entrepreneurs in India. It is run ' +
          'as a social impact initiative called Project Point 0. In these terms “we” means the team behind it, ' +
          '“you” the person who uses the site, and “mentor” somebody whom we have listed there.',
        'By creating an account, booking a session or applying as a mentor you agree to these ' +
          'terms, to the [Privacy Policy](privacy), and to the rules on [Cancellations & ' +
          'Refunds](refunds). If you do not agree, please do not use the service.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'Anyone may look around without an account. To book you need one, with your real name and an e-mail address ' +
          'that you read, because the confirmation and the meeting link are sent there.',
        'Keep your password to yourself; what happens through your account counts as done by you. ' +
          'If you think that somebody else has got in, change the password and tell us.',
        'You must be 18 or older to have an account.',
      ],
    },
    {
      id: 'booking',
      title: 'Booking a session',
      blocks: [
        'A session is a one-to-one video meeting with one mentor in one slot. All times are shown ' +
          'in India Standard Time (IST). A booking goes through these steps:',
        {
          steps: [
            'You choose a mentor, a day and a slot, and the slot is held for you while you pay.',
            'You pay the session fee online. Until you do, there is no booking.',
            'The booking is submitted for review. An administrator approves or rejects it within 24 hours.',
            'Once it is approved you receive a confirmation e-mail and the link to the video meeting.',
          ],
        },
        'If your payment succeeds but the slot cannot be given to you, you are refunded in full. No ' +
          'slot is sold twice.',
      ],
    },
    {
      id: 'price-and-payment',
      title: 'Prices and payment',
      blocks: [
        'Prices are in Indian rupees (INR) and apply to one session. The price that you see when ' +
          'you confirm is the price that you pay, even if the mentor changes it later.',
        'Payments are handled by Razorpay on its own checkout. Your card, bank and UPI details go ' +
          'to Razorpay and never reach us. Razorpay’s terms apply to the payment itself.',
      ],
    },
    {
      id: 'changes-and-refunds',
      title: 'Changes, cancellations and refunds',
      blocks: [
        'The full rules are on [Cancellations & Refunds](refunds) and are part of these terms. The ' +
          'ones that matter most:',
        {
          list: [
            'A pending booking may be cancelled by its owner within 4 hours of creation, with a full refund.',
            'Rejected bookings are refunded in full.',
            'Reschedule at least 24 hours ahead. Under 12 hours is not refundable and is at the mentor’s discretion.',
            'A mentor no-show or a platform technical issue gives a full refund or a free reschedule.',
            'A user no-show gives no refund.',
          ],
        },
      ],
    },
    {
      id: 'conduct',
      title: 'In the session',
      blocks: [
        'Come on time and prepared, and treat each other with respect. Harassment, discrimination ' +
          'and threats end a session at once, and the account with it.',
        'Nobody records a session unless both of you have agreed to it beforehand. What a founder tells about an ' +
          'unlaunched idea, and what a mentor tells about a former company, stays between the two. If you need a ' +
          'formal non-disclosure agreement, sign one with each other first; we are not a party to it.',
        'Please do not use a session to sell unrelated services, and do not arrange paid sessions ' +
          'around the site with a mentor whom you met here.',
      ],
    },
    {
      id: 'advice',
      title: 'What mentoring is, and is not',
      blocks: [
        'Mentors speak from their own experience. They do not act as your lawyer, accountant, auditor or investment ' +
          'adviser, even when that is their profession, and nothing said in a session replaces such advice.',
        'We choose mentors with care, but we do not take part in sessions and cannot promise a result: not funding, ' +
          'not customers, not a job. What you do with a conversation is your decision and your responsibility.',
        'If you fill in the form that introduces founders to venture investors, we pass on your ' +
          'interest. Whether an investor answers is up to them.',
      ],
    },
    {
      id: 'mentors',
      title: 'If you are a mentor',
      blocks: [
        'Mentors apply through [Join as a Mentor](joinAsMentor); we decide whom to list. Keep your profile true and ' +
          'your open slots up to date, and come to the sessions that you have accepted. If you cannot, tell us as ' +
          'early as possible so that we can find the founder another time.',
        'A founder’s ideas belong to the founder. Ask before you use, repeat or invest in anything ' +
          'that you first heard in a session.',
      ],
    },
    {
      id: 'your-content',
      title: 'What you send us',
      blocks: [
        'An impact story, a photo or a profile that you send remains yours. You allow us to show it ' +
          'on Point 0 and in posts about the initiative, and to shorten it without changing its ' +
          'meaning. Stories appear only after an administrator has approved them.',
        'Send only what is true and yours to share. We take down what breaks the law or another ' +
          'person’s rights. If you want a story of yours removed, write to us.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Fair use of the site',
      blocks: [
        'Do not try to get into other people’s accounts, to overload the service, to hold slots that you do not ' +
          'mean to pay for, or to copy the catalogue by machine. We may close accounts that do.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      blocks: [
        'We answer for running this site with reasonable care, for handling your booking as ' +
          'described here, and for every refund that these terms promise. We do not answer for what ' +
          'mentors and founders say to each other, for business losses that follow from it, or for ' +
          'failures outside our control, such as those of networks and providers.',
        'Where we do owe you something, it is limited to what you paid for the session concerned. Nothing here takes ' +
          'away a right that Indian consumer law gives you and that cannot be given up.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      blocks: [
        'We may change these terms, and put the new date at the top of this page when we do. A ' +
          'booking keeps the terms that applied when it was made.',
      ],
    },
    {
      id: 'law',
      title: 'Law and questions',
      blocks: [
        'Indian law applies. Before anything reaches a court, please [write to us](email): most matters are settled ' +
          'in one reply, and we answer within 24 hours. Our hours and address are on [the contact page](contact).',
      ],
    },
  ],
} as const;
