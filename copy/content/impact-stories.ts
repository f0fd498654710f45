/** The Wall of Impact and the form that adds to it (administrator side, sections 2, 4, 5 and 8). */
export const impactStories = {
  title: 'Wall of Impact',
  eyebrow: 'In their own words',
  intro: 'What a session with somebody who has been there changed for founders across India.',
  metaDescription:
    'Founders across India tell what changed for them after a session with a mentor of Project ' +
    'Point 0. Read their stories and share your own.',
  stories: 'Impact stories',
  share: 'Share Your Story',
  empty: 'Be the first to share your impact story! Your journey could inspire others.',
  emptyTitle: 'No stories yet',
  loadFailed: 'The stories could not be loaded',
  more: 'Show More Stories',
  moreShown: (count: number) => `${count === 1 ? '1 more story is' : `${count} more stories are`} shown.`,

  form: {
    name: 'Your name',
    experience: 'Your experience',
    experienceHint: 'What did you come with, and what was different afterwards?',
    left: (count: number) =>
      count < 0
        ? `${-count} ${count === -1 ? 'character' : 'characters'} too many`
        : `${count} ${count === 1 ? 'character' : 'characters'} left`,
    full: 'That is all that fits: 600 characters.',
    photo: 'Photo (optional)',
    photoHint: 'JPEG, PNG or WebP, up to 3 MB. It is shown as a circle.',
    choosePhoto: 'Choose Photo',
    replacePhoto: 'Replace',
    removePhoto: 'Remove',
    photoChosen: (name: string) => `Chosen: ${name}`,
    photoPreview: 'Your photo as it will be shown',
    photoUnreadable: 'This file could not be read. Please choose it again.',
    website: 'Website',
    submit: 'Submit Story',
    submitting: 'Sending your story…',
  },

  required: 'Please fill in all required fields',
  nameTooLong: 'Your name is too long.',
  experienceTooLong: 'Your story is too long: please keep it to 600 characters.',
  photoNotFound: 'Your photo is not on the server any more. Please choose it again, or send your story without it.',
  photoFailed: 'Failed to upload image. Story will be submitted without image.',
  review: 'Your story will be reviewed before being published',
  submitted: 'Your story has been submitted for review. Thank you for sharing!',
  failed: 'Failed to submit your story. Please try again.',
} as const;
