/** Privacy Policy. */
export const privacy = {
  title: 'Privacy Policy',
  metaDescription:
    'Which data Point 0 keeps about you, why, who else sees it, how long it stays, and how to get a ' +
    'copy or have it deleted.',
  intro: 'Which data we keep about you, what for, who else sees it, and what you can ask us to do with it.',
  summary: [
    'We keep your account and your bookings. Payments are handled by Razorpay; **no card data is stored with us**.',
    'No advertising, no analytics trackers, and your data is not for sale.',
    'You can download a copy of your data and delete your account at any time, in [your account](account).',
  ],
  sections: [
    {
      id: 'who-we-are',
      title: 'Who is responsible',
      blocks: [
        'Point 0 is run by Project Point 0, a social impact initiative. We decide what data is ' +
          'collected on this site and answer for it. Write to [our support address](email) about ' +
          'anything on this page; the postal address is on [the contact page](contact).',
      ],
    },
    {
      id: 'what-we-keep',
      title: 'What we keep',
      blocks: [
        'We keep what the service needs in order to work:',
        {
          table: {
            caption: 'Data that we keep, and what for',
            head: ['Data', 'What for'],
            rows: [
              [
                '**Account**: name, e-mail address, and your password in a form that nobody can read back',
                'To let you in, and to send confirmations and meeting links',
              ],
              ['**Your phone number**, if you save it in your account', 'To share it with a mentor if you choose to'],
              [
                '**Bookings**: mentor, date, time, status, notes, what you asked us to change, the meeting link',
                'To hold your session, and to show it on your dashboard',
              ],
              [
                '**What you want to leave a session with**: your question, stage, link and language, if you fill them in',
                'To prepare the session',
              ],
              ['**Your notes** about a session', 'To keep them for you: only you can read them'],
              [
                '**Summary and action items** of a session, and whether you share your e-mail address or phone number ' +
                  'with its mentor',
                'To keep what was agreed on',
              ],
              [
                '**Check-ins** 7, 30 and 90 days after a session, if you answer: whether it helped, what changed, and ' +
                  'numbers about your startup',
                'To learn which sessions help, and to count it without names',
              ],
              [
                '**Payments**: amount, time, and the provider’s order, payment and refund numbers',
                'To match a payment with a booking, and to refund it',
              ],
              [
                '**Founder details**, if you fill in the investor form: phone, startup, idea, industry',
                'To introduce you to venture investors',
              ],
              [
                '**Mentor applications**: name, phone number, e-mail address if you give one, LinkedIn profile, when you applied, and what we decided',
                'To get to know you and to reply',
              ],
              [
                '**What you ask us**, if you look for a mentor and find none: your question, e-mail address and filters, and our answer',
                'To find mentors for you and to reply',
              ],
              [
                '**Where we pay you**, if you are a mentor: account holder, account number and IFSC or UPI ID, and PAN if ' +
                  'you give it; all of it encrypted',
                'To pay you what you earned',
              ],
              [
                '**Impact stories**: the name that you give, your text, a photo if you add one, and when you sent it',
                'To publish your story after it has been approved',
              ],
              [
                '**Stories about a session**: in addition which session it is about, what you agreed to, and whether you ' +
                  'and your mentor want the mentor to be named',
                'To mark the story “Verified session”, and to let you withdraw it',
              ],
              [
                '**What you agreed to**: which text, when and where; and the investors’ introductions, if you asked ' +
                  'for them',
                'To keep to it, and to let you withdraw it',
              ],
              [
                '**Sign-ins**: device, internet address and time, and notices about the safety of your account',
                'To show you where you are signed in, and to warn you',
              ],
              ['**Technical records**: time, address and outcome of requests', 'To find faults and to stop abuse'],
            ],
          },
        },
        'Looking around needs no account and leaves only technical records.',
      ],
    },
    {
      id: 'open-forms',
      title: 'Forms without an account',
      blocks: [
        'You can share a story on the [Wall of Impact](wallOfImpact), apply through [Join as a ' +
          'Mentor](joinAsMentor) and [ask us](askUs) for a mentor without an account. We receive what you typed, and ' +
          'the photo if you added one.',
        {
          list: [
            '**A photo** is drawn anew on our server, small and square, before it is stored. What a ' +
              'camera writes into its files, such as place and time, is not kept.',
            '**Before a story is approved** only our administrators can read it. The same holds for what you ask us.',
            '**Against floods of messages** we count how many come from one internet address within ' +
              'an hour and a day. With the count stands no address, only a keyed hash of it: a number ' +
              'that nobody can turn back into the address without a key that stays on our server. The ' +
              'counts are deleted soon after the hour or the day is over.',
            '**To see, correct or delete** what you sent, write to [our support address](email) with the name and ' +
              'the phone number of your application, or the name and the text of your story, so that we find it.',
          ],
        },
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'You pay on the checkout of Razorpay. Card numbers, bank details and UPI addresses are entered there and ' +
          'stay with Razorpay, under its own privacy policy. We hold **no card data**: all that reaches us is ' +
          'whether a payment succeeded, its amount, and the numbers by which we can find it again.',
      ],
    },
    {
      id: 'who-sees-it',
      title: 'Who else sees it',
      blocks: [
        'We share data only as far as a task needs it:',
        {
          list: [
            '**Your mentor** sees your name, and the date, time and notes of the session, in the ' +
              'calendar invite. It shows neither of you the other’s e-mail address.',
            '**What you want to leave with** is read by your mentor and our administrators, and stands in the calendar ' +
              'invite. It is never public.',
            '**Your notes** about a session are read by only you.',
            '**Summary and action items** are for you and your mentor; our administrators can read them.',
            '**Your check-ins** are read by our administrators. Your mentor reads an answer only if you release it. They are ' +
              'never public.',
            '**A story about a session** is published under the name that you give, with your consent, and marked “Verified ' +
              'session”. Your mentor is named with it only if you both agree. Nobody else learns which session it is about. You ' +
              'can withdraw it at any time: it leaves the site within a minute.',
            '**How we keep our promises** is published at /our-promise as counts alone, over groups of 20 or ' +
              'more, so that they say nothing about you.',
            '**Your e-mail address and phone number** are seen by a mentor only where you switch that on for a session.',
            '**Our administrators** see accounts, bookings, applications and stories in order to ' +
              'review and support them.',
            '**Razorpay** receives your name, e-mail address and the amount when you pay.',
            '**Google** carries out the sign-in if you choose to continue with Google, and hosts ' +
              'the calendar invite and the video meeting.',
            '**Mentors who connect their own Google calendar** let us see from when to when they are busy, and nothing ' +
              'else of it. Disconnecting deletes these times at once.',
            '**Hosting and e-mail providers** store and carry the data on our behalf and may not ' +
              'use it for themselves.',
            '**Venture investors** receive the founder details only if you have filled in the form made for that.',
            '**Authorities** receive data where the law obliges us.',
          ],
        },
        'We do not sell data, and we do not give it to advertisers. What you publish yourself, such ' +
          'as an approved impact story or a mentor profile, is there for everyone to see.',
      ],
    },
    {
      id: 'on-your-device',
      title: 'What is stored on your device',
      blocks: [
        'When you log in, your browser keeps the session so that you stay logged in; logging out removes it. After a ' +
          'payment the browser also notes its number, so that a booking can be finished if the page closes too ' +
          'early. What you type into a form stays in its tab until you send it or close the tab, so that reloading ' +
          'the page loses nothing. What you want to leave a session with is kept in this browser for 24 hours, until ' +
          'you book, clear it or log out. The mentors whom you save without an account are kept in this browser until you ' +
          'remove them, log in or log out. So that you find your next session without a network, the browser keeps its ' +
          'time, meeting link and booking code until it is over or you log out. We set no cookies for advertising and ' +
          'run no analytics.',
        'Razorpay’s checkout, a video that you play, and pages that you open from here have rules ' +
          'and cookies of their own.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      // The table of rules/people/retention.ts follows the first sentence.
      blocks: [
        'Each night we delete, or empty, what is not needed any more:',
        {
          list: [
            'You may take a mentor application back earlier: write to us, and we delete it.',
            'A photo whose story was never sent is deleted after a day.',
            '**Technical records** are deleted when they no longer help to find a fault, after a year at most.',
          ],
        },
      ],
    },
    {
      id: 'deleting',
      title: 'When you delete your account',
      blocks: [
        'Your name, e-mail, phone and startup details are erased at once, on all our pages and in our records. What ' +
          'stays has no name: amounts and dates of paid sessions, because tax law requires it, and your reviews, under ' +
          '“A founder”. Your address is free again.',
        'Your check-ins and the stories that you shared about your sessions are deleted with it.',
        'What your mentor wrote, such as a reply to your review or a summary of a session, stays in their words. If it ' +
          'names you, write to us, and we take your name out.',
        'You can delete it once no session is ahead of you and no payment or refund is on its way.',
      ],
    },
    {
      id: 'safety',
      title: 'How we protect it',
      blocks: [
        'Traffic is encrypted. Rules inside the database itself decide who may read each row: a founder reads their ' +
          'own bookings and nobody else’s. Changes to bookings and payments are logged.',
        'No system is beyond failure. If a breach puts your data at risk, we tell you and the ' +
          'authority in charge without delay.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        'Indian law, including the Digital Personal Data Protection Act, 2023, gives you a say over ' +
          'your data. You may ask us at any time to:',
        {
          list: [
            'show you the data that we hold about you, and whom we shared it with;',
            'correct or complete it;',
            'delete it, apart from what the law makes us keep;',
            'stop a use that you agreed to earlier;',
            'name a person who may act for you if you no longer can.',
          ],
        },
        'Much of it you do yourself, in [your account](account):',
        {
          list: [
            '**Download my data** gives you a file with everything that we keep about you;',
            '**Your details** and **Email** correct your name, phone number and e-mail address;',
            '**What you agreed to** shows your consents, and withdraws introductions to investors: your startup ' +
              'details are deleted with it, and your phone number unless you saved it under **Your details**;',
            '**Delete my account** erases your data.',
          ],
        },
        'For the rest write to [our support address](email) from the e-mail of your account, so that we know it ' +
          'is you. We answer within 24 hours and tell you what happens next.',
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      // The grievance contact of this installation follows the first sentence.
      blocks: [
        'This is who answers questions and complaints about your data:',
        'If our answer does not satisfy you, you may complain to the Data Protection Board of India.',
      ],
    },
    {
      id: 'young-founders',
      title: 'Founders under 18',
      blocks: [
        'Founders under 18 cannot have an account: the law asks for the verifiable consent of a parent, which we ' +
          'cannot obtain here. If we learn that a younger person has signed up, we delete the account.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        'When this policy changes, the date at the top changes with it, and you are told when you are signed in. ' +
          'If a change concerns what we do with data that you have already given us, we write to you first.',
      ],
    },
  ],
} as const;
