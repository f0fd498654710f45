/** One partner's drawn logo: a symbol on a square of 40 and the name beside it. */
export interface DemoPartner {
  slug: string;
  name: string;
  /** SVG shapes in black on a square of 40. */
  symbol: string;
  /** Which of the two families the name is set in. */
  face: 'display' | 'text';
}

/** Invented organisations; some are the mentors' own. In the order of the home page. */
export const PARTNERS: DemoPartner[] = [
  {
    slug: 'tarini-seed-fund',
    name: 'Tarini Seed Fund',
    symbol: '<path d="M4 26c6-6 10-6 16 0s10 6 16 0v6c-6 6-10 6-16 0s-10-6-16 0z"/><path d="M20 4l9 15H11z"/>',
    face: 'display',
  },
  {
    slug: 'pahal-foundry',
    name: 'Pahal Foundry',
    symbol: '<path d="M4 8h32v7H24v21h-8V15H4z"/><circle cx="32" cy="30" r="5"/>',
    face: 'text',
  },
  {
    slug: 'meghdoot-cloud',
    name: 'meghdoot',
    symbol: '<path d="M11 31a8 8 0 0 1-1.500-15.860A11 11 0 0 1 30.500 16 7.500 7.500 0 0 1 30 31z"/>',
    face: 'display',
  },
  {
    slug: 'banyan-and-salt',
    name: 'Banyan & Salt',
    symbol: '<path d="M20 3c9 0 16 6 16 13H4C4 9 11 3 20 3z"/><path d="M9 19h3v14H9zM18 19h4v18h-4zM28 19h3v14h-3z"/>',
    face: 'text',
  },
  {
    slug: 'chowk-collective',
    name: 'Chowk Collective',
    symbol: '<path d="M4 4h13v13H4zM23 4h13v13H23zM4 23h13v13H4z"/><circle cx="29.500" cy="29.500" r="6.500"/>',
    face: 'display',
  },
  {
    slug: 'luit-impact-office',
    name: 'Luit Impact',
    symbol: '<path d="M20 4a16 16 0 1 1 0 32V4z"/><path d="M20 10a10 10 0 0 0 0 20z"/>',
    face: 'text',
  },
  {
    slug: 'kadamba-works',
    name: 'KADAMBA',
    symbol: '<circle cx="20" cy="20" r="6"/><g>{petals}</g>'.replace(
      '{petals}',
      [0, 60, 120, 180, 240, 300]
        .map((turn) => `<ellipse cx="20" cy="7" rx="3.600" ry="6" transform="rotate(${turn} 20 20)"/>`)
        .join(''),
    ),
    face: 'text',
  },
  {
    slug: 'varsha-labs',
    name: 'Varsha Labs',
    symbol:
      '<path d="M13 4c5 7 8 11 8 16a8 8 0 0 1-16 0c0-5 3-9 8-16z"/><path d="M29 18c3.500 5 6 8 6 ' +
      '11.500a6 6 0 0 1-12 0C23 26 25.500 23 29 18z"/>',
    face: 'display',
  },
];
