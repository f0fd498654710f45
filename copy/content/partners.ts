/** The partners' logos on the home page (docs/product/content.md#partners). */
export const partnerLogosCopy = { carousel: 'Our partners' } as const;
