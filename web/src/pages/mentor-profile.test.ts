import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { PublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, publicEnvContext } from '#lib/page/server-context.ts';
import type { Route } from './+types/mentor-profile';
import { loader } from './mentor-profile.tsx';

const ID = '7d9f1c52-3b64-4c1e-9a53-0f6a2f1f9f10';
const MENTOR = {
  id: ID,
  slug: 'asha-menon',
  name: 'Asha Menon',
  title: 'Founder',
  expertise: 'Sales',
  specializations: [],
  bio: '',
  image: '',
  rating: 5,
  reviews: 0,
  price: 5000,
  isDemonstration: false,
  categories: [],
};

/** Opens a profile's address on the server; `mentors` answers the question for the mentor, `slots` that for slots. */
async function open(address: string, mentors: () => Response, slots = () => Response.json([])) {
  const url = new URL(address, 'https://point0.example');
  const log = { warn: vi.fn(), error: vi.fn() };
  const context = new RouterContextProvider();
  context.set(publicEnvContext, {
    supabaseUrl: 'https://point0.example',
    supabaseAnonKey: 'anon',
    siteUrl: 'https://point0.example',
  } as PublicEnv);
  context.set(logContext, log);
  const asked: string[] = [];
  context.set(apiFetchContext, async (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
    if (String(input).includes('/mentors?')) return mentors();
    return String(input).includes('/mentor_slots') ? slots() : Response.json([]);
  });
  const segment = decodeURIComponent(url.pathname.slice('/mentors/'.length));
  const result = await loader({
    params: { segment },
    request: new Request(url),
    context,
  } as unknown as Route.LoaderArgs).catch((thrown: unknown) => thrown);
  return {
    result: result as Response & { data: { mentor: unknown; hasFailed: boolean }; init: ResponseInit },
    log,
    asked,
  };
}

const found = () => Response.json([MENTOR]);

test.each([
  [`/mentors/${ID}`, `/mentors/asha-menon-${ID}`],
  [
    `/mentors/an-older-name-${ID}?date=2026-11-24&utm_source=x`,
    `/mentors/asha-menon-${ID}?date=2026-11-24&utm_source=x`,
  ],
  [`/mentors/asha-menon-${ID.toUpperCase()}`, `/mentors/asha-menon-${ID}`],
  [`/mentors/Asha-Menon-${ID}`, `/mentors/asha-menon-${ID}`],
])('%s moves to the one address of the mentor', async (address, canonical) => {
  const { result } = await open(address, found);
  expect(result.status).toBe(301);
  expect(result.headers.get('location')).toBe(canonical);
});

test('the canonical address answers, whatever its query', async () => {
  const { result, log } = await open(`/mentors/asha-menon-${ID}?time=1`, found);
  expect(result.init.status).toBe(200);
  expect(result.data.mentor).toMatchObject({ name: 'Asha Menon' });
  expect(log.warn).not.toHaveBeenCalled();
});

test('nobody under a UUID is a 404', async () => {
  const { result, log } = await open(`/mentors/nobody-${ID}`, () => Response.json([]));
  expect(result.init.status).toBe(404);
  expect(log.warn).not.toHaveBeenCalled();
});

test('an address without a UUID is a 404, told to the log once, and cut', async () => {
  const mentors = vi.fn(found);
  const { result, log } = await open(`/mentors/nobody-${'x'.repeat(500)}`, mentors);
  expect(result.init.status).toBe(404);
  expect(mentors).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledOnce();
  const [facts, message] = log.warn.mock.calls[0] as [{ segment: string }, string];
  expect(facts.segment).toHaveLength(100);
  expect(message).toBe('no mentor id and no slug in the address');
});

test('a mentor who cannot be read is a 503, and the log knows why', async () => {
  const { result, log } = await open(`/mentors/asha-menon-${ID}`, () =>
    Response.json({ message: 'resting' }, { status: 500 }),
  );
  expect(result.init.status).toBe(503);
  expect(result.data.hasFailed).toBe(true);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(log.warn.mock.calls[0]?.[0].err.message).toBe('Failed to load mentor data');
});

const SLOT = { date: '2026-12-01', startTime: '10:00:00', endTime: '10:45:00', isBooked: false, isHeld: false };
const CHOICE = 'day=2026-12-01&slot=10%3A00-10%3A45';
const PATH = `/mentors/asha-menon-${ID}`;

test('a slot that is confirmed before scripts leads to the log-in, with the slot in the way back', async () => {
  const { result, asked } = await open(`${PATH}?${CHOICE}&step=confirm`, found, () => Response.json([SLOT]));
  expect(result.status).toBe(303);
  const login = new URL(result.headers.get('location') ?? '', 'https://point0.example');
  expect(login.pathname).toBe('/login');
  expect(login.searchParams.get('returnUrl')).toBe(`${PATH}?${CHOICE}&step=confirm`);
  // It reads, as a visitor may, and nothing else: no slot is held and no order made by an address.
  expect(new Set(asked.map((call) => call.split('/').at(-1)))).toEqual(
    new Set(['mentors', 'mentor_ratings', 'mentor_slots', 'wall_stories']),
  );
});

test('the way back from the log-in holds what the page understands and nothing else of the address', async () => {
  const query = `${CHOICE}&step=confirm&price=1&amount=1&returnUrl=https://evil.example&mentor=other`;
  const { result } = await open(`${PATH}?${query}`, found, () => Response.json([SLOT]));
  const login = new URL(result.headers.get('location') ?? '', 'https://point0.example');
  expect([...login.searchParams]).toEqual([['returnUrl', `${PATH}?${CHOICE}&step=confirm`]]);
});

test.each([
  ['only chosen', CHOICE, [SLOT]],
  ['gone', `${CHOICE}&step=confirm`, []],
  ['booked', `${CHOICE}&step=confirm`, [{ ...SLOT, isBooked: true }]],
  ['being paid for', `${CHOICE}&step=confirm`, [{ ...SLOT, isHeld: true }]],
  ['of another length', 'day=2026-12-01&slot=10:00-11:00&step=confirm', [SLOT]],
  ['senseless', 'day=tomorrow&slot=x&step=confirm', [SLOT]],
])('the page answers for a slot that is %s', async (_, query, slots) => {
  const { result } = await open(`${PATH}?${query}`, found, () => Response.json(slots));
  expect(result.init.status).toBe(200);
});

test('while the slots cannot be read, the log-in keeps the choice all the same', async () => {
  const { result } = await open(`${PATH}?${CHOICE}&step=confirm`, found, () => Response.json({}, { status: 500 }));
  expect(result.status).toBe(303);
});
