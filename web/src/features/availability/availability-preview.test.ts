import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Slot } from '#rules/slots.ts';
import { type AvailabilityPreview, createAvailabilityPreview } from './availability-preview.data.ts';

const keyOf = (id: string) => ['slots', id];
const slot = (date: string): Slot => ({
  id: date,
  date,
  startTime: '10:00:00',
  endTime: '11:00:00',
  isBooked: false,
  isHeld: false,
});
const found = (ids: string[], isCut = false): AvailabilityPreview => ({
  slots: new Map(ids.map((id) => [id, [slot('2026-11-24')]])),
  isCut,
});

function setUp(read: (ids: string[]) => Promise<AvailabilityPreview> = async (ids) => found(ids)) {
  let time = Date.parse('2026-11-23T06:00:00Z');
  const client = new QueryClient();
  const reads: string[][] = [];
  const hover = createAvailabilityPreview({
    client,
    keyOf,
    read: (ids) => {
      reads.push(ids);
      return read(ids);
    },
    now: () => new Date(time),
  });
  const passMinutes = (minutes: number) => {
    time += minutes * 60_000;
  };
  return { client, reads, hover, passMinutes };
}

afterEach(() => vi.restoreAllMocks());

test('what is found waits for the profile, which shall ask again all the same', async () => {
  const { client, hover } = setUp();
  await hover('a');
  expect(client.getQueryData(keyOf('a'))).toEqual([slot('2026-11-24')]);
  expect(
    client
      .getQueryCache()
      .find({ queryKey: keyOf('a') })
      ?.isStaleByTime(5 * 60_000),
  ).toBe(true);
});

test('mentors pointed at during a request share the next one', async () => {
  let answer = () => {};
  const { reads, hover } = setUp(async (ids) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return found(ids);
  });
  const all = ['a', 'b', 'c', 'b'].map((id) => hover(id));
  answer();
  await vi.waitFor(() => expect(reads).toEqual([['a'], ['b', 'c']]));
  answer();
  await Promise.all(all);
  expect(reads).toHaveLength(2);
});

test('a mentor is asked for once in five minutes', async () => {
  const { reads, hover, passMinutes } = setUp();
  await hover('a');
  passMinutes(4.9);
  await hover('a');
  expect(reads).toHaveLength(1);
  passMinutes(0.2);
  await hover('a');
  expect(reads).toHaveLength(2);
});

test('slots that the profile itself has read are neither asked for nor replaced', async () => {
  const { client, reads, hover } = setUp();
  client.setQueryData(keyOf('a'), [], { updatedAt: Date.parse('2026-11-23T05:58:00Z') });
  await hover('a');
  expect(reads).toEqual([]);

  const late = setUp(async (ids) => {
    late.client.setQueryData(keyOf('b'), [], { updatedAt: Date.parse('2026-11-23T06:00:01Z') });
    return found(ids);
  });
  await late.hover('b');
  expect(late.client.getQueryData(keyOf('b'))).toEqual([]);
});

test('when the rows are cut at 50, a mentor without any is left unknown', async () => {
  const none = { slots: new Map<string, Slot[]>([['a', []]]) };
  const full = setUp(async () => ({ ...none, isCut: true }));
  await full.hover('a');
  expect(full.client.getQueryData(keyOf('a'))).toBeUndefined();
  const whole = setUp(async () => ({ ...none, isCut: false }));
  await whole.hover('a');
  expect(whole.client.getQueryData(keyOf('a'))).toEqual([]);
});

test('a slot that has begun is no availability', async () => {
  const { client, hover } = setUp(async () => ({
    slots: new Map([['a', [slot('2026-11-23'), slot('2026-11-24')]]]),
    isCut: false,
  }));
  await hover('a');
  expect(client.getQueryData(keyOf('a'))).toEqual([slot('2026-11-24')]);
});

test('a failure is logged, leaves nothing, and the next pointing tries again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { client, reads, hover } = setUp(async () => {
    throw new Error('away');
  });
  await hover('a');
  expect(warn).toHaveBeenCalledOnce();
  expect(client.getQueryData(keyOf('a'))).toBeUndefined();
  await hover('a');
  expect(reads).toHaveLength(2);
});
