export type CategoryName =
  | 'Legal & Compliance'
  | 'Fundraising'
  | 'Marketing & Branding'
  | 'Product Development'
  | 'Operations'
  | 'Sales'
  | 'Technology'
  | 'Growth';

/** Times that a mentor offers again each week, in Indian Standard Time. */
export interface WeeklyHours {
  days: ('Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun')[];
  starts: string[];
  minutes: 45 | 60;
  /** Days from now until the first one: a mentor who is booked out for a while. */
  notBefore?: number;
}

type DemoReview = { author: string; rating: 3 | 4 | 5; daysAgo: number; comment: string };

export interface DemoMentor {
  /** Leads to the portrait; the lower-cased name with hyphens. */
  slug: string;
  name: string;
  title: string;
  expertise: string;
  specializations: string[];
  categories: [CategoryName, ...CategoryName[]];
  /** Rupees per session. */
  price: number;
  rating: number;
  /** How many reviews the rating stands on; only a few of them are written out. */
  reviewCount: number;
  /** Place on the home page. */
  featured?: 1 | 2 | 3 | 4;
  /** Paragraphs. */
  bio: string[];
  reviews: DemoReview[];
  hours: WeeklyHours[];
}
