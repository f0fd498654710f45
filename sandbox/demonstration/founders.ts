/**
 * The invented founders of the demonstration. Nobody can sign in as one of them, and none of their addresses exists.
 */

export interface DemoFounder {
  name: string;
  /** How many days ago the account was made. */
  joined: number;
  /** What the investor form was told; absent where it was not filled in. */
  startup?: { name: string; industry: string; idea: string };
}

export const FOUNDERS = {
  nandini: {
    name: 'Nandini Ghosh',
    joined: 71,
    startup: {
      name: 'Paatshala Porch',
      industry: 'Education',
      idea:
        'Evening maths for classes 6 to 8 in Bengali, taught on a neighbour’s porch by college ' +
        'students whom we train. Eleven porches in Howrah so far, 140 children, ₹300 a month each.',
    },
  },
  farhan: {
    name: 'Farhan Qureshi',
    joined: 70,
    startup: {
      name: 'Karigar Lane',
      industry: 'Handicrafts',
      idea:
        'Brass workers in Moradabad sell directly to interior designers. We photograph, price and ' +
        'pack; the workshop keeps 71 per cent instead of 30.',
    },
  },
  sneha: {
    name: 'Sneha Kulkarni',
    joined: 64,
    startup: {
      name: 'Dabba Ledger',
      industry: 'Food services',
      idea:
        'Accounts for home kitchens that run on WhatsApp: who ordered, who paid, what the onions ' +
        'cost. 62 kitchens in Pune use it daily.',
    },
  },
  aditya: {
    name: 'Aditya Menon',
    joined: 58,
    startup: {
      name: 'Neerva Sensors',
      industry: 'Water',
      idea:
        'A ₹1,900 sensor for borewells that tells a housing society three weeks ahead that its water ' +
        'will run out. Pilots in four apartment blocks in Kochi.',
    },
  },
  tsering: {
    name: 'Tsering Dolma',
    joined: 52,
    startup: {
      name: 'Apricot Line',
      industry: 'Agriculture',
      idea:
        'Dried apricots from 80 orchards around Kargil, graded and packed there, sold to bakeries in ' +
        'Delhi and Bengaluru.',
    },
  },
  vikram: { name: 'Vikram Solanki', joined: 47 },
  pooja: {
    name: 'Pooja Bhattarai',
    joined: 43,
    startup: {
      name: 'Sathi Visits',
      industry: 'Health',
      idea:
        'A nurse visits parents in Siliguri whose children live elsewhere, twice a month, and writes ' +
        'to the family the same evening. 38 families, all by word of mouth.',
    },
  },
  imran: {
    name: 'Imran Sheikh',
    joined: 36,
    startup: {
      name: 'Second Shelf',
      industry: 'Logistics',
      idea:
        'Online shops lose a third of the value of what is sent back. We grade, repair and resell ' +
        'returned shoes within four days of their arrival.',
    },
  },
  lavanya: {
    name: 'Lavanya Murthy',
    joined: 31,
    startup: {
      name: 'Crate by Crate',
      industry: 'Agriculture',
      idea:
        'Cold storage that a village shares, paid by the crate and the day. The first room stands in ' +
        'Kolar; tomatoes keep eleven days longer.',
    },
  },
  joel: { name: 'Joel Fernandes', joined: 24 },
  ritika: {
    name: 'Ritika Bansal',
    joined: 17,
    startup: {
      name: 'True Kurta',
      industry: 'Fashion',
      idea:
        'Kurtas cut from five measurements that a customer takes with a string. Returns are 4 per ' +
        'cent; the rest of the trade has 25.',
    },
  },
  gurleen: { name: 'Gurleen Sandhu', joined: 12 },
} satisfies Record<string, DemoFounder>;

export type FounderKey = keyof typeof FOUNDERS;

/** An address that no mail can reach: example.com is reserved (RFC 2606). */
export function addressOf({ name }: DemoFounder): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
}

/** Has the shape of a phone number in India and cannot be one: none begins with a nought. */
export function phoneNumber(n: number): string {
  return `+91 00000 ${String(1_000 + n).padStart(5, '0')}`;
}
