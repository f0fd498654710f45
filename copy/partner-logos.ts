/** The partners' logos on the home page (founder-side specification, section 2, "Home", 2). */
export const partnerLogosCopy = { carousel: 'Our partners' } as const;
