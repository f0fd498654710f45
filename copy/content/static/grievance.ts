/** Whom to write to about one's data: on the Privacy Policy, the contact page and the account page. */
export const grievance = {
  title: 'Complaints about your data',
  intro: 'This is who answers questions and complaints about your data:',
  name: 'Contact',
  email: 'E-mail',
  phone: 'Phone',
  answer: 'Response',
  unnamed: 'The team of Point 0',
  within: (days: number) => (days === 1 ? 'We answer within 1 day.' : `We answer within ${days} days.`),
  board: 'If our answer does not satisfy you, you may complain to the Data Protection Board of India.',
} as const;
