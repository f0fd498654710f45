/** The form in which a founder describes a problem (docs/product/mentors.md#describe-your-problem). */
export const mentorProblem = {
  open: 'Not sure whom to ask? Describe your problem.',
  label: 'Your problem',
  hint: 'We do not keep what you write.',
  submit: 'Find three mentors',
} as const;

/** The page that answers. */
export const problemMatches = {
  title: 'Describe your problem',
  tooShort: 'Please write at least 20 characters.',
  tooLong: 'Please keep it to 500 characters.',
  wait: 'Please wait a minute.',
  failed: 'No answer just now. Please try again.',
  results: 'Mentors for your problem',
  why: (name: string) => `Why ${name}:`,
  fields: {
    expertise: 'Expertise',
    specialization: 'Specialisation',
    category: 'Category',
    about: 'About',
    review: 'A review',
  },
  none: 'We found no mentor for these words. These mentors are often recommended.',
} as const;
