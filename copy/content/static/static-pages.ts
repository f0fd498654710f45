/** What the six static pages share. In their texts, **two stars** stress and [words](target) link. */
export const staticPages = {
  effectiveDate: 'Tuesday, 24 November 2026',
  effectiveDay: '2026-11-24',
  effective: 'In effect from',
  policies: 'Policies',
  contents: 'On this page',
  related: 'Read next',
  print: 'Print this page',
  atAGlance: 'At a glance',
  emailLabel: 'E-mail',
  addressLabel: 'Campus',
  supportHoursLabel: 'Support hours',
  supportHours: 'Monday–Saturday 10 AM–6 PM IST',
  answerLabel: 'Response',
  answer: 'Within 24 hours',
  opensInNewTab: 'opens in a new tab',
} as const;
