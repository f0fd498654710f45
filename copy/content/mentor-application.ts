/** The form "Join as a mentor" (administrator side, sections 2, 5 and 8). */
export const mentorApplication = {
  name: 'Full Name',
  phone: 'Phone Number',
  linkedin: 'LinkedIn Profile',
  submit: 'Submit Application',
  nameTooShort: 'Name must be at least 2 characters',
  nameTooLong: 'Your name is too long.',
  phoneInvalid: 'Please provide a valid phone number',
  linkedinInvalid: 'Please provide a valid LinkedIn URL',
  linkedinNoProfile: (host: string) => `Please provide a valid LinkedIn URL (e.g., ${host}/in/yourprofile)`,
  submitted: "Application submitted successfully! We'll be in touch soon.",
  failed: 'Failed to submit application. Please try again.',
} as const;
