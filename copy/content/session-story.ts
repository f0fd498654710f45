/** A founder's impact story about a session (docs/product/outcomes.md#verified-stories). */
export const sessionStory = {
  title: 'Your impact story',
  lead: 'Did something change after this session? Your story helps the next founder to take the first step.',
  open: 'Share it as an impact story',
  text: 'Your story',
  textHint: 'What did you come with, and what was different afterwards?',
  name: 'Name shown with it',
  consent:
    'I agree that Point 0 publishes this story under the name above, marked “Verified session”. I can withdraw it at ' +
    'any time.',
  consentMissing: 'Please agree before you send your story.',
  namesMentor: (mentor: string) => `If ${mentor} agrees, name ${mentor} with the story.`,
  send: 'Send story for review',
  cancel: 'Not now',
  refusals: {
    story_exists: 'You have already shared a story about this session.',
    session_not_verified: 'Only a session that took place and was paid for can be marked.',
    consent_missing: 'Please agree before you send your story.',
    story_length: 'Your story is too long: please keep it to 600 characters.',
    name_length: 'Your name is too long.',
  },
  states: { waiting: 'Waiting for review', public: 'On the Wall of Impact' },
  mentorStates: {
    waiting: (mentor: string) => `We ask ${mentor} once your story is public.`,
    asked: (mentor: string) => `${mentor} has not answered yet, and is not named.`,
    yes: (mentor: string) => `${mentor} is named with your story.`,
    no: (mentor: string) => `${mentor} prefers not to be named.`,
  },
  unmarked: 'The mark “Verified session” is not shown while the payment is being refunded.',
  see: 'See the story',
  withdraw: 'Withdraw story',
  withdrawDialog: {
    title: 'Withdraw your story?',
    description: 'It leaves the Wall of Impact within a minute. This cannot be undone.',
    keep: 'Keep it',
  },
  withdrawn: 'Your story is withdrawn.',
  withdrawFailed: 'Your story was not withdrawn. Please try again.',
} as const;
