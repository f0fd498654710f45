/** The video stories on the home page (docs/product/content.md#video-testimonials). */
export const videoTestimonialsCopy = {
  carousel: 'Stories of founders',
  play: (name: string) => `Play the story of ${name}`,
  video: (name: string) => `The story of ${name}`,
  roleAtCompany: (role: string, company: string) => `${role}, ${company}`,
  failed: 'This video cannot be played right now.',
} as const;
