/**
 * `npm run bench:scale`: capacity on paper (docs/product/operations.md#capacity). Prints how much there is to do at 1,
 * 10, 100 and 1,000 times the first year's traffic, how full each part is then, and which part is full first. It
 * measures nothing: what it computes with stands in `bench/figures.json` (measured by `npm run bench -- --keep`), and
 * below.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What `npm run bench -- --keep` measured, on one machine in one run. */
export interface Figures {
  /** The day, and the processor cores that the host, its database and the load generator shared. */
  measured: { date: string; cores: number };
  /** Each second. */
  pagesFromCache: number;
  pagesRendered: number;
  reads: number;
  bookings: number;
  jobs: number;
  /** Of one booking of the demonstration, in all states, without its e-mails. */
  jobsPerBooking: number;
  /** What the database grows by with a paid booking, indexes included. */
  bytesPerBooking: number;
}

/** Assumed: there are no visitors to measure yet. After the first months, numbers from `/metrics` take their place. */
const ASSUMED = {
  mentors: 500,
  visitorsADay: 2_000,
  bookingsADay: 40,
  /** The busiest hour, against the mean of the day. */
  peak: 10,
  pagesPerVisitor: 6,
  /** Of the data API and functions, for each page: the availability, the session, the dashboard's lists. */
  readsPerPage: 2,
  /** Shares of page requests. The rest is rendered. */
  pagesInCache: 0.7,
  pagesInCdn: 0.9,
  /** How long a read, and a booking's statements together, keep a connection. */
  secondsPerRead: 0.008,
  secondsPerBooking: 0.12,
  /** Received, approved to both sides, two reminders to both sides. Each is a job. */
  emailsPerBooking: 7,
  /** What a mail provider's ordinary plan takes. */
  emailsAnHour: 5_000,
  /** Of a provider that a job waits for; the stand-ins of the measurement answer at once. */
  secondsPerJob: 1,
  picturesPerMentor: 3,
  bytesPerPicture: 45_000,
  years: 3,
};

/** Documented: connections and cores by compute size (Supabase docs, "Compute and disk"; 1 November 2026). */
const COMPUTE = [
  { name: 'Micro', cores: 2, connections: 60 },
  { name: 'Small', cores: 2, connections: 90 },
  { name: 'Large', cores: 2, connections: 160 },
  { name: 'XL', cores: 4, connections: 240 },
  { name: '4XL', cores: 16, connections: 480 },
  { name: '16XL', cores: 64, connections: 500 },
] as const;

export const MULTIPLES = [1, 10, 100, 1_000] as const;
const DAY = 86_400;
/** Of one worker (supabase/functions/run-jobs/index.ts). */
const JOBS_AT_ONCE = 5;

/** How much there is to do at `multiple` times the traffic: each second of the busiest hour, unless named otherwise. */
export function loadAt(multiple: number, figures: Figures) {
  const atPeak = (aDay: number) => (aDay * multiple * ASSUMED.peak) / DAY;
  const pages = atPeak(ASSUMED.visitorsADay * ASSUMED.pagesPerVisitor);
  const bookings = atPeak(ASSUMED.bookingsADay);
  const reads = pages * ASSUMED.readsPerPage;
  return {
    pages,
    reads,
    bookings,
    jobs: bookings * (figures.jobsPerBooking + ASSUMED.emailsPerBooking),
    emailsAnHour: bookings * ASSUMED.emailsPerBooking * 3_600,
    connections: reads * ASSUMED.secondsPerRead + bookings * ASSUMED.secondsPerBooking,
    databaseGb: (ASSUMED.bookingsADay * multiple * 365 * ASSUMED.years * figures.bytesPerBooking) / 1e9,
    filesGb: (ASSUMED.mentors * multiple * ASSUMED.picturesPerMentor * ASSUMED.bytesPerPicture) / 1e9,
  };
}

/** The parts of the smallest set-up, each with the existing engine that takes over when it is full. */
export const PARTS = [
  { name: 'page server (one)', engine: 'a CDN for pages and files, then more page servers' },
  { name: 'database, reads', engine: 'a larger compute size, then read replicas for what visitors read' },
  { name: 'database, bookings', engine: 'a larger compute size; bookings need one primary database' },
  { name: 'connections (Micro)', engine: 'the pooler, then a larger compute size' },
  { name: 'worker (one)', engine: 'more workers: parallel up to 8 on Supabase, WORKERS on hosts' },
  { name: 'mail provider', engine: "a larger plan of the mail provider's" },
] as const;

/** How full each part is at `multiple` times the traffic, in the order of PARTS; 1 is full. */
export function utilisationAt(multiple: number, figures: Figures): number[] {
  const load = loadAt(multiple, figures);
  const rendered = load.pages * (1 - ASSUMED.pagesInCache);
  return [
    rendered / figures.pagesRendered + (load.pages - rendered) / figures.pagesFromCache,
    load.reads / figures.reads,
    load.bookings / figures.bookings,
    load.connections / COMPUTE[0].connections,
    load.jobs / Math.min(figures.jobs, JOBS_AT_ONCE / ASSUMED.secondsPerJob),
    load.emailsAnHour / ASSUMED.emailsAnHour,
  ];
}

/** How many there must be so that none is more than half full at the peak. */
const needed = (utilisation: number) => Math.max(1, Math.ceil(utilisation / 0.5));

export function tables(figures: Figures): string {
  const loads = MULTIPLES.map((multiple) => loadAt(multiple, figures));
  const used = MULTIPLES.map((multiple) => utilisationAt(multiple, figures));
  const row = (name: string, values: (string | number)[]) => [name, ...values.map(String)];
  const heads = MULTIPLES.map((multiple) => `${multiple.toLocaleString('en-IN')}x`);
  const fullest = used.map((values) => values.indexOf(Math.max(...values)));
  return [
    table(
      ['At the peak', ...heads],
      [
        row(
          'mentors',
          MULTIPLES.map((multiple) => (ASSUMED.mentors * multiple).toLocaleString('en-IN')),
        ),
        row(
          'page views a second',
          loads.map(({ pages }) => short(pages)),
        ),
        row(
          'reads a second',
          loads.map(({ reads }) => short(reads)),
        ),
        row(
          'bookings a second',
          loads.map(({ bookings }) => short(bookings)),
        ),
        row(
          'jobs a second',
          loads.map(({ jobs }) => short(jobs)),
        ),
        row(
          'e-mails an hour',
          loads.map(({ emailsAnHour }) => short(emailsAnHour)),
        ),
        row(
          'connections in use',
          loads.map(({ connections }) => short(connections)),
        ),
        row(
          `database after ${ASSUMED.years} years, GB`,
          loads.map(({ databaseGb }) => short(databaseGb)),
        ),
        row(
          'stored files, GB',
          loads.map(({ filesGb }) => short(filesGb)),
        ),
      ],
    ),
    table(
      ['How full (1 is full)', ...heads],
      PARTS.map(({ name }, part) =>
        row(
          name,
          used.map((values) => short(values[part] ?? 0)),
        ),
      ),
    ),
    table(
      ['Needed, none above half full', ...heads],
      [
        row(
          'page servers',
          used.map(([pages = 0]) => needed(pages)),
        ),
        row(
          'page servers behind a CDN',
          used.map(([pages = 0]) => needed(pages * (1 - ASSUMED.pagesInCdn))),
        ),
        row(
          'compute size',
          used.map((values) => computeFor(values, figures)),
        ),
        row(
          'workers',
          used.map((values) => needed(values[4] ?? 0)),
        ),
      ],
    ),
    ...MULTIPLES.map((_, at) => {
      const part = PARTS[fullest[at] ?? 0];
      return `${heads[at]}: fullest is ${part?.name}, at ${short(used[at]?.[fullest[at] ?? 0] ?? 0)}. Takes over: ${part?.engine}.`;
    }),
  ].join('\n\n');
}

/** The smallest size whose cores carry reads and bookings, none above half full; past the largest, with replicas. */
function computeFor([, reads = 0, bookings = 0]: number[], { measured }: Figures): string {
  const cores = 2 * (reads + bookings) * measured.cores;
  const fitting = COMPUTE.find((size) => size.cores >= cores);
  const largest = COMPUTE[COMPUTE.length - 1];
  if (fitting) return fitting.name;
  return `${largest?.name} + ${Math.ceil(cores / (largest?.cores ?? 1)) - 1} replicas`;
}

function table([head = '', ...heads]: string[], rows: string[][]): string {
  const lines = [[head, ...heads], [':--', ...heads.map(() => '--:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Two digits that count, or whole numbers from a hundred on. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-IN');
  return String(Number(value.toPrecision(2)));
}

export function readFigures(): Figures {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'figures.json'), 'utf8'));
}

if (import.meta.main) console.log(tables(readFigures()));
