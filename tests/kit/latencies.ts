import postgres from 'postgres';
import type { AppClient, Founder } from './app-client.ts';
import { claimsOf } from './builders.ts';

/** A call over HTTP, one at a time, beside its statement in plain SQL; in milliseconds. */
export interface Latency {
  name: string;
  http: number;
  sql: number;
  /** The shortest answer of the host, which asks no database. */
  empty: number;
}

interface Call {
  name: string;
  /** A visitor where nobody is named. */
  by?: Founder;
  /** Each is given the number of its turn, so that no cache answers. */
  request(turn: number, by?: Founder): Promise<{ status: number; body: unknown }>;
  statement(turn: number): string;
}

/** Those that waited longest for the acknowledgement of a packet, when they waited for it. */
export const WORST = ['founder: own times', 'founder: listing', 'founder: slots of a mentor', 'mentor: today'];

const WARM_UP_TURNS = 10;
const MOST_MS = 5;
const MOST_TIMES = 3;

/** Whether a call takes so much longer than its statement that something waits which should not. */
export function isTooSlow({ http, sql }: Pick<Latency, 'http' | 'sql'>): boolean {
  return http > MOST_MS && http > MOST_TIMES * sql;
}

/**
 * Prepares people and what they ask for.
 *
 * @returns measures so many turns of each of the calls (all of them unless some are named); may be called again
 */
export async function openLatencies(app: AppClient, databaseUrl: string, names?: readonly string[]) {
  const calls = (await prepareCalls(app)).filter(({ name }) => names?.includes(name) ?? true);
  const connections = calls.map(({ by }) =>
    postgres(databaseUrl, {
      max: 1,
      onnotice: () => {},
      connection: by
        ? { role: 'authenticated', 'request.jwt.claims': JSON.stringify(claimsOf(by.id)) }
        : { role: 'anon' },
    }),
  );
  const warm = new Set<Call>();
  let turn = 0;

  /** They take turns, so that the machine's speed counts for both. */
  async function measureOne(call: Call, sql: postgres.Sql, turns: number, share: number): Promise<Latency> {
    const times = { http: [] as number[], sql: [] as number[], empty: [] as number[] };
    for (let at = warm.has(call) ? 0 : -WARM_UP_TURNS; at < turns; at += 1) {
      turn += 2;
      const acts = {
        http: async () => {
          const { status, body } = await call.request(turn, call.by);
          if (status >= 300) throw new Error(`${call.name}: ${status} ${JSON.stringify(body)}`);
        },
        sql: () => sql.unsafe(call.statement(turn + 1)),
        empty: () => app.request('/healthz', {}),
      };
      for (const [kind, act] of Object.entries(acts)) {
        const startedAt = performance.now();
        await act();
        if (at >= 0) times[kind as keyof typeof acts].push(performance.now() - startedAt);
      }
    }
    warm.add(call);
    const [http, ofSql, empty] = [times.http, times.sql, times.empty].map((values) => quantile(values, share));
    return { name: call.name, http: http as number, sql: ofSql as number, empty: empty as number };
  }

  return {
    /** @param share of the turns that took no longer than what is answered; the median unless told otherwise */
    async measure(turns: number, share = 0.5, only = names): Promise<Latency[]> {
      const latencies: Latency[] = [];
      for (const [at, call] of calls.entries()) {
        if (only && !only.includes(call.name)) continue;
        latencies.push(await measureOne(call, connections[at] as postgres.Sql, turns, share));
      }
      return latencies;
    },
    close: () => Promise.all(connections.map((sql) => sql.end({ timeout: 1 }))),
  };
}

async function prepareCalls(app: AppClient): Promise<Call[]> {
  const founder = await app.addFounder();
  const person = await app.addFounder();
  const administrator = await app.administrator();
  const mentor = await app.addMentor();
  await app.linkMentor(mentor.id, person.id);
  const bookings: string[] = [];
  for (let daysAhead = 3; daysAhead < 13; daysAhead += 1) {
    bookings.push((await app.addBooking(founder.id, { mentorId: mentor.id, daysAhead })).id);
    await app.addSlot({ mentorId: mentor.id, daysAhead, startTime: '15:00:00', endTime: '16:00:00' });
  }
  const order = await app.order(founder, await app.addSlot({ mentorId: mentor.id, daysAhead: 20 }));
  const { body: paid } = await app.call('verify-payment', await app.paid(order), founder);
  // A draft: its picture is on another site, and the pages that are measured later on this host would ask for it.
  const [podcast] = await app.sql<{ id: string }[]>`
    insert into public.podcasts (title, youtube_url, youtube_id, thumbnail_url, published)
    values ('Latencies', 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', 'https://site.test/a.jpg', false) returning id`;
  const [note] = bookings;
  let revision = 0;
  const nextNote = () => {
    revision += 1;
    return { p_booking_id: note, p_body: `Note ${revision}`, p_revision: revision - 1 };
  };
  const ownBookings = 'id,mentor_name,date,start_time,end_time,status';
  const listing = (turn: number) => `rpc/search_mentors?p_limit=8&p_max_price=${20_000 + turn}`;
  const listingStatement = (turn: number) =>
    `select * from public.search_mentors(p_limit => 8, p_max_price => ${20_000 + turn})`;

  return [
    { name: 'visitor: listing', request: (turn) => app.rest(listing(turn)), statement: listingStatement },
    {
      name: 'visitor: rows of mentors',
      request: (turn) => app.rest(`mentors?select=id,name,title,price&limit=8&price=lt.${20_000 + turn}`),
      statement: (turn) => `select id, name, title, price from public.mentors where price < ${20_000 + turn} limit 8`,
    },
    {
      name: 'founder: own bookings',
      by: founder,
      request: (_, by) => app.rest(`bookings?select=${ownBookings}`, { by }),
      statement: () => `select ${ownBookings} from public.bookings`,
    },
    {
      name: 'founder: own times',
      by: founder,
      request: (_, by) => app.rest('rpc/my_times', { by }),
      statement: () => 'select * from public.my_times()',
    },
    {
      name: 'founder: listing',
      by: founder,
      request: (turn, by) => app.rest(listing(turn), { by }),
      statement: listingStatement,
    },
    {
      name: 'founder: slots of a mentor',
      by: founder,
      request: (_, by) => app.rest(`rpc/mentor_slots?p_mentor_id=${mentor.id}`, { by }),
      statement: () => `select * from public.mentor_slots('${mentor.id}')`,
    },
    {
      name: 'founder: reminders on or off (write)',
      by: founder,
      request: (turn, by) => app.rest('rpc/set_notifications', { by, body: { p_reminders: turn % 4 === 0 } }),
      statement: (turn) => `select public.set_notifications(${turn % 4 === 1})`,
    },
    {
      name: 'founder: a receipt (server function)',
      by: founder,
      request: (_, by) => app.call('read-receipt', { bookingId: paid.booking_id }, by),
      statement: () => `select * from public.read_receipt('${paid.booking_id}')`,
    },
    {
      name: 'mentor: today',
      by: person,
      request: (_, by) => app.rest('rpc/mentor_today', { by }),
      statement: () => 'select public.mentor_today()',
    },
    {
      name: 'mentor: a note (write)',
      by: person,
      request: (_, by) => app.rest('rpc/save_session_note', { by, body: nextNote() }),
      statement() {
        const { p_booking_id, p_body, p_revision } = nextNote();
        return `select public.save_session_note('${p_booking_id}', '${p_body}', ${p_revision})`;
      },
    },
    {
      name: 'administrator: bookings',
      by: administrator,
      request: (_, by) => app.rest('rpc/search_bookings', { by, body: { p_limit: 20 } }),
      statement: () => 'select * from public.search_bookings(p_limit => 20)',
    },
    {
      name: 'administrator: a podcast (write)',
      by: administrator,
      request: (turn, by) =>
        app.rest(`podcasts?id=eq.${podcast?.id}`, { by, method: 'PATCH', body: { title: `Latencies ${turn}` } }),
      statement: (turn) => `update public.podcasts set title = 'Latencies ${turn}' where id = '${podcast?.id}'`,
    },
  ];
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
