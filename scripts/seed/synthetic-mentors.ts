import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { CATALOGUE, CATEGORY, type CategoryName, stableId } from '../demo-catalogue/catalogue.ts';

const words = z.array(z.string()).nonempty();
const { regions, roles, places, trades, help, women, particular } = z
  .strictObject({
    regions: z.array(z.strictObject({ women: words, men: words, surnames: words, city: words })),
    roles: z.record(CATEGORY, words),
    places: words,
    trades: words,
    help: words,
    women: words,
    particular: words,
  })
  .parse(parse(readFileSync(new URL('words.yaml', import.meta.url), 'utf8')));
const CATEGORIES = CATEGORY.options;

const PORTRAITS = Map.groupBy(
  CATALOGUE.map((mentor) => mentor.slug).filter((slug) => !particular.includes(givenName(slug))),
  (slug) => (women.includes(givenName(slug)) ? 'women' : 'men'),
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
  const region = random.pick(regions);
  const group = random.next() < 0.5 ? 'women' : 'men';
  const given = random.pick(region[group]);
  const category = random.pick(CATEGORIES);
  const second = random.next() < 0.4 ? random.pick(CATEGORIES) : category;
  const role = random.pick(roles[category]);
  const company = `${random.pick(places)} ${random.pick(trades)}`;
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
      `a session ${given} ${random.pick(help)}.`,
    image: `/portraits/${random.pick(PORTRAITS.get(group) ?? [])}-640.webp`,
    rating: Math.round((4.2 + random.next() * 0.8) * 10) / 10,
    reviews: Math.floor(random.next() ** 2 * 120),
    price: 1500 + 100 * Math.floor(random.next() * 106),
    categories: [...new Set([category, second])],
  };
}
