/** The test e-mail that `npm run doctor -- --send-mail ADDRESS` sends. */
export const doctorMail = {
  subject: 'Point 0: a test e-mail',
  html: '<p>This is a test e-mail of Point 0. It was asked for by npm run doctor, and nothing has to be done.</p>',
  text: 'This is a test e-mail of Point 0. It was asked for by npm run doctor, and nothing has to be done.',
} as const;
