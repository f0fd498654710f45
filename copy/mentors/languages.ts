/** The languages of a session, by code; a file of its own, because public pages name them. copy/sessions/briefs.ts has the same. */
export const languageNames = {
  en: 'English',
  hi: 'Hindi',
  bn: 'Bengali',
  mr: 'Marathi',
  te: 'Telugu',
  ta: 'Tamil',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  or: 'Odia',
  pa: 'Punjabi',
  as: 'Assamese',
  ur: 'Urdu',
} as const;
