/** The Wall of Impact and the form that adds to it (administrator side, sections 2, 4, 5 and 8). */
export const impactStories = {
  share: 'Share Your Story',
  empty: 'Be the first to share your impact story! Your journey could inspire others.',
  required: 'Please fill in all required fields',
  nameTooLong: 'Your name is too long.',
  experienceTooLong: 'Your story is too long: please keep it to 600 characters.',
  photoNotFound:
    'Your photo is not on the server any more. Please choose it again, or send your story without it.',
  photoFailed: 'Failed to upload image. Story will be submitted without image.',
  review: 'Your story will be reviewed before being published',
  submitted: 'Your story has been submitted for review. Thank you for sharing!',
  failed: 'Failed to submit your story. Please try again.',
} as const;
