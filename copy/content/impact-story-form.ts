/** The form of the Wall of Impact, as a dialog and as a page (docs/product/content.md#impact-stories). */
export const impactStoryForm = {
  eyebrow: 'Wall of Impact',
  intro: 'What changed for you after a session? A few lines help the next founder to take the first step.',
  metaDescription:
    'Tell other founders what changed for you after a session with a mentor of Project Point 0. Your story is ' +
    'reviewed before it is published.',
  toWall: 'Read the stories',

  heading: 'Your story',
  name: 'Your name',
  experience: 'Your experience',
  experienceHint: 'What did you come with, and what was different afterwards?',
  experienceLimit: 'At most 600 characters.',
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

  required: 'Please fill in all required fields',
  nameTooLong: 'Your name is too long.',
  experienceTooLong: 'Your story is too long: please keep it to 600 characters.',
  photoNotFound: 'We no longer have your photo. Please choose it again, or send your story without it.',
  photoChooseAgain: 'Your photo was not sent. Please choose it again.',
  photoNotStored: 'Your photo could not be stored. Please choose it again, or send your story without it.',
  photoFailed: 'Failed to upload image. Story will be submitted without image.',
  review: 'Your story will be reviewed before being published',
  submitted: 'Your story has been submitted for review. Thank you for sharing!',
  failed: 'Failed to submit your story. Please try again.',
} as const;
