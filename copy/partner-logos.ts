/** The partners on the home page (founder-side specification, section 2, "Home", 2). */
export const partnerLogosCopy = {
  title: 'Trusted By',
  carousel: 'Our partners',
} as const;
