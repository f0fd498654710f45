/** The page on which an administrator adds or changes a mentor (docs/product/mentors.md#profile-fields). */
export const mentorEditor = {
  addTitle: 'Add New Mentor',
  editTitle: 'Edit Mentor',
  back: 'Back to Admin',
  viewBookings: 'View Mentor Bookings',
  loading: 'Loading mentor...',
  parts: { label: 'Parts of this mentor', names: { profile: 'Profile', hours: 'Hours' } },

  sections: {
    basics: 'Basic Information',
    details: 'Details',
    bookings: 'Bookings',
    categories: 'Expertise Categories *',
    image: 'Profile Image *',
    slots: 'Availability Slots *',
  },

  email: 'Email (Admin Only) *',
  emailHint: 'Calendar invitations go there. Founders never see it.',

  notice: 'Minimum notice',
  noticeHint: 'Hours, from 2 to 168. A time that starts sooner cannot be booked.',
  noticeInvalid: 'Minimum notice must be 2 to 168 hours',
  notTaking: 'Not taking bookings',
  notTakingHint: 'The profile stays, and says so. Sessions that are booked already stay as they are.',
  returnsOn: 'Takes bookings again from',
  returnsOnHint: 'Leave empty if the day is not known.',
  returnInPast: 'The day of return must be after today',

  noCategories: 'No categories found. Please add categories first.',
  /** The part of the sentence before that leads there. */
  addCategories: 'Please add categories first.',
  opensInNewTab: ' (opens in a new tab)',
  categoriesFailed: 'Failed to load categories.',

  photo: {
    alt: 'Preview of the profile image',
    none: 'No image yet',
    choose: 'Choose an image',
    replace: 'Choose another image',
    undo: 'Keep the present image',
    hint: 'JPEG, JPG, PNG or WebP, up to 3MB. Recommended: 300x300.',
    uploading: 'Uploading image...',
    unreadable: 'Error processing image. Please try again.',
    failed: (reason: string) => `Failed to upload image: ${reason}`,
  },
  imageChosen: (name: string) => `${name}: uploaded when you save`,
  imageUploaded: 'Image uploaded successfully!',
  imageKept: 'Using existing image as upload failed',

  emailRequired: 'Email is required',
  emailInvalid: 'Valid email address is required',

  slots: {
    none: 'No slots yet. Without one, and without weekly hours, nobody can book this mentor.',
    added: (count: number) => `${count} ${count === 1 ? 'slot' : 'slots'} added. Save the mentor to publish them.`,
    savedInPast: 'A new slot has already started. Please remove it and save again.',
  },

  errorSummary: 'Please fix the following errors:',
  fillRequired: 'Please fill in all required fields',
  cancel: 'Cancel',
  save: 'Save Mentor',
  saving: 'Saving...',
  created: 'Mentor created successfully!',
  updated: 'Mentor updated successfully!',
  saveFailed: (reason: string) => `Failed to save mentor data: ${reason}`,
  reasons: {
    unreachable: 'the server could not be reached. Please check your connection.',
    unknown: 'the server answered with an error. Please try again.',
    gone: 'the mentor no longer exists.',
    changed: 'somebody else changed this mentor meanwhile.',
  },

  changed: {
    title: 'Somebody else changed this mentor after you opened it',
    hint:
      'Load the latest version: what you changed here stays, everything else is brought up to date. ' +
      'Then save again.',
    load: 'Load the latest version',
    loaded: 'The latest version is loaded; your changes are still here.',
  },
  restored: {
    title: 'Your unsaved changes are back',
    hint: 'They were kept when your session ended.',
    discard: 'Discard them',
  },
  leave: {
    title: 'Discard your changes?',
    description: (name: string) =>
      name ? `What you changed for ${name} has not been saved.` : 'What you typed has not been saved.',
    stay: 'Keep Editing',
    discard: 'Discard Changes',
  },

  missing: {
    title: 'Mentor not available',
    notFound: 'Mentor not found. Please check if the mentor still exists.',
    failed: 'Failed to load mentor data. Please ensure you have the right permissions.',
    causes: 'Possible causes:',
    deleted: 'The mentor has been deleted',
    permission: 'You do not have permission to see this mentor',
    connection: 'The connection to the server failed',
    id: (id: string) => `Mentor ID: ${id}`,
    leaving: (seconds: number) => `Back to the admin dashboard in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    stay: 'Stay here',
  },
} as const;
