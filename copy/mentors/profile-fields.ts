/**
 * The fields of a mentor's profile (docs/product/mentors.md#profile-fields). `label` and `hint` are those of the
 * mentor's form; `editor` has what differs in the administrator's.
 */
export const profileFields = {
  name: {
    label: 'Name',
    editor: { label: 'Name *' },
    required: 'Name is required',
    tooLong: 'Name has at most 200 characters',
  },
  title: {
    label: 'Title',
    hint: 'Position and company, as shown under the name.',
    editor: { label: 'Title *' },
    required: 'Title is required',
    tooLong: 'Title has at most 300 characters',
  },
  expertise: {
    label: 'Expertise',
    hint: 'Your main field, in your own words.',
    editor: { label: 'Expertise *', hint: 'The main field, in the mentor’s own words.' },
    required: 'Expertise is required',
    tooLong: 'Expertise has at most 300 characters',
  },
  bio: {
    label: 'Bio',
    count: (count: number, limit: number) => `${count.toLocaleString('en-IN')} / ${limit.toLocaleString('en-IN')}`,
    editor: {
      label: 'Bio *',
      count: (count: number, limit: number) =>
        `${count.toLocaleString('en-IN')} of ${limit.toLocaleString('en-IN')} characters`,
    },
    required: 'Bio is required',
    tooLong: 'Bio has at most 10,000 characters',
  },
  price: {
    label: 'Price per session (₹)',
    hint: 'In whole rupees. It applies to new bookings once published. Booked sessions keep their price.',
    editor: { label: 'Price (₹ per session) *', hint: 'In whole rupees.', placeholder: '7000' },
    invalid: 'Valid price is required',
  },
  specializations: {
    label: 'Specializations',
    hint: 'Press Enter after each one.',
    taken: 'This specialization is in the list already',
    tooLong: 'A specialization has at most 100 characters',
    tooMany: 'At most 50 specializations',
  },
  image: { label: 'Photo', inMail: 'photo', required: 'Profile image is required', invalid: 'Image upload failed' },
  languages: {
    label: 'Languages',
    hint: 'The languages of the sessions, at most 8.',
    tooMany: 'Please choose at most 8 languages.',
  },
  city: { label: 'City', inMail: 'city', invalid: 'Please enter a city of 2 to 80 characters.' },
  years_of_experience: { label: 'Years of experience', invalid: 'Years of experience must be between 0 and 60.' },
  companies: {
    label: 'Companies',
    hint: 'Up to five that you worked for or founded. Press Enter after each one.',
    editor: { hint: 'Up to five that the mentor worked for or founded. Press Enter after each one.' },
    taken: 'This company is in the list already',
    tooLong: 'The name of a company has at most 80 characters',
    tooMany: 'At most 5 companies',
  },
  linkedin: {
    label: 'LinkedIn',
    hint: 'The address of your profile.',
    editor: { hint: '' },
    invalid: 'Please enter the address of a LinkedIn profile.',
  },
  video_url: {
    label: 'Introduction video',
    hint: 'A YouTube or Vimeo link.',
    invalid: 'Please enter a YouTube or Vimeo link.',
  },
  categories: { label: 'Categories', invalid: 'A chosen category no longer exists. Please check the categories.' },
} as const;

export const profileForm = {
  optional: (label: string) => `${label} (optional)`,
  addName: 'Add',
  removeName: (name: string) => `Remove ${name}`,
} as const;
