import { CATALOGUE, type CategoryName, stableId } from '../demo-catalogue/catalogue.ts';
import { REGIONS } from './names.ts';

const ROLES: Record<CategoryName, string[]> = {
  'Legal & Compliance': ['Company Secretary', 'Corporate Lawyer', 'Compliance Lead', 'Trademark Attorney'],
  Fundraising: ['Investor', 'Finance Advisor', 'Grant Adviser', 'Fund Manager'],
  'Marketing & Branding': ['Brand Strategist', 'Content Lead', 'Marketing Head', 'Copywriter'],
  'Product Development': ['Product Manager', 'UX Researcher', 'Product Designer', 'Hardware Designer'],
  Operations: ['Operations Head', 'Supply Chain Lead', 'People Advisor', 'Plant Manager'],
  Sales: ['Sales Director', 'Channel Manager', 'Key Accounts Lead', 'Inside Sales Head'],
  Technology: ['Engineering Manager', 'Data Scientist', 'Mobile Engineer', 'Solutions Architect'],
  Growth: ['Growth Lead', 'Performance Marketer', 'Retention Manager', 'Community Lead'],
};
const CATEGORIES = Object.keys(ROLES) as CategoryName[];
const PLACES = 'Saraswati Neem Tungabhadra Palash Aravalli Konkan Kosi Champa Narmada Deodar Vembanad Gulmohar'.split(
  ' ',
);
const TRADES = 'Labs Works Foods Textiles Systems Advisors Logistics Health Learning Mobility'.split(' ');
const HELP = [
  'reads what you send beforehand and starts with the hardest question',
  'works through one decision a session and writes it down at the end',
  'likes numbers on the table and will help you find them',
  'has made most of the usual mistakes and will tell you which',
];

// Who among the drawn people can stand for a generated name; a turban or a hijab does not go with every name.
const WOMEN = new Set(
  'ananya lakshmi meher sanathoi devyani ishita sumati prerna rukmini daljeet banri swarali madhurima'.split(' '),
);
const PARTICULAR = new Set(['harpreet', 'nafisa']);
const PORTRAITS = Map.groupBy(
  CATALOGUE.map((mentor) => mentor.slug).filter((slug) => !PARTICULAR.has(givenName(slug))),
  (slug) => (WOMEN.has(givenName(slug)) ? 'women' : 'men'),
);

function givenName(slug: string): string {
  return slug.split('-')[0] ?? '';
}

// Mulberry32: each mentor has a sequence of its own, so that mentor 500 is the same in a catalogue of 1,000 and of
// 10,000.
function randomOf(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick<T>(values: readonly T[]): T {
      return values[Math.floor(next() * values.length)] as T;
    },
  };
}

const specializationsIn = (category: CategoryName) => [
  ...new Set(
    CATALOGUE.filter((mentor) => mentor.categories[0] === category).flatMap((mentor) => mentor.specializations),
  ),
];
const SPECIALIZATIONS = new Map(CATEGORIES.map((category) => [category, specializationsIn(category)]));

/** The mentor of a number, always the same one. Prices are rupees in hundreds, 1,500 to 12,000. */
export function makeSyntheticMentor(number: number) {
  const random = randomOf(number);
  const region = random.pick(REGIONS);
  const group = random.next() < 0.5 ? 'women' : 'men';
  const given = random.pick(region[group]);
  const category = random.pick(CATEGORIES);
  const second = random.next() < 0.4 ? random.pick(CATEGORIES) : category;
  const role = random.pick(ROLES[category]);
  const company = `${random.pick(PLACES)} ${random.pick(TRADES)}`;
  const pool = SPECIALIZATIONS.get(category) ?? [];
  const first = Math.floor(random.next() * pool.length);
  const specializations = [0, 1, 2, 3].map((step) => pool[(first + step) % pool.length] ?? '');
  const years = 5 + Math.floor(random.next() * 25);
  return {
    id: stableId('synthetic mentor', String(number)),
    name: `${given} ${random.pick(region.surnames)}`,
    title: `${role}, ${company}`,
    expertise: `${specializations[0]} & ${specializations[1]}`,
    specializations,
    bio:
      `${given} is ${/^[AEIOU]/.test(role) ? 'an' : 'a'} ${role.toLowerCase()} in ` +
      `${random.pick(region.city)} with ${years} years of practice, most recently at ${company}.\n\nIn ` +
      `a session ${given} ${random.pick(HELP)}.`,
    image: `/portraits/${random.pick(PORTRAITS.get(group) ?? [])}-640.webp`,
    rating: Math.round((4.2 + random.next() * 0.8) * 10) / 10,
    reviews: Math.floor(random.next() ** 2 * 120),
    price: 1500 + 100 * Math.floor(random.next() * 106),
    categories: [...new Set([category, second])],
  };
}
