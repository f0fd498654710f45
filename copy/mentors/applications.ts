/** The page and form "Join as a mentor" (docs/product/applications.md#form). */
export const mentorApplication = {
  title: 'Join as a Mentor',
  metaDescription:
    'Apply to become a mentor on Point 0: share 3+ years of experience with early-stage founders ' +
    'and student entrepreneurs in India, one conversation at a time.',
  eyebrow: 'For mentors',
  intro:
    'What you learned the hard way saves somebody else a year. We look for people with ' +
    '3+\u00a0years of experience in building, funding or running companies.',

  form: 'Your application',
  formHint: 'A few lines and a few minutes. We ask for the rest when we talk.',
  name: 'Full Name',
  phone: 'Phone Number',
  phoneHint: 'We call you on this number and never share it.',
  linkedin: 'LinkedIn Profile',
  email: 'Email (optional)',
  emailHint: 'We send your invitation here if we invite you.',
  /** The LinkedIn field begins with this text. */
  linkedinPrefix: 'https://www.linkedin.com/in/',
  linkedinHint: 'Add your profile name, or paste the full link.',
  /** A field that people do not see. */
  website: 'Website',
  submit: 'Submit Application',
  sending: 'Sending',
  privacy: 'How we use your details: ',
  privacyLink: 'Privacy Policy',

  wanted: {
    title: 'Who we look for',
    items: [
      '3+\u00a0years of experience of your own: as a founder, an operator or an investor.',
      'Something that you can explain because you have done it, mistakes included.',
      'A little time now and then for someone who is just starting.',
    ],
  },
  next: {
    title: 'What happens next',
    steps: [
      { title: 'We read', body: 'A person on our team reads every application, and looks at your profile.' },
      { title: 'We talk', body: 'If your experience is what founders ask for, we call you.' },
      {
        title: 'Founders book you',
        body: 'We publish your profile with your price and your free hours. Sessions are video calls, one to one.',
      },
    ],
  },

  nameTooShort: 'Name must be at least 2 characters',
  nameTooLong: 'Your name is too long.',
  phoneInvalid: 'Please provide a valid phone number',
  emailInvalid: 'Please enter a valid email address.',
  linkedinInvalid: 'Please provide a valid LinkedIn URL',
  linkedinNoProfile: (host: string) => `Please provide a valid LinkedIn URL (e.g., ${host}/in/yourprofile)`,
  toMentors: 'See our mentors',
  submitted: "Application submitted successfully! We'll be in touch soon.",
  failed: 'Failed to submit application. Please try again.',
} as const;
