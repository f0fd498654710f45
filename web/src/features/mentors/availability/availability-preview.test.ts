import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Slot } from '#rules/mentors/slots.ts';
import { createAvailabilityPreview } from './availability-preview.data.ts';
import { mentorSlotsKey } from './mentor-slots.data.ts';

const slot = (date: string): Slot => ({
  date,
  startTime: '10:00:00',
  endTime: '11:00:00',
  isBooked: false,
  isHeld: false,
});
const found = (ids: string[]) => new Map(ids.map((id) => [id, [slot('2026-11-24')]]));

function setUp(read: (ids: string[]) => Promise<Map<string, Slot[]>> = async (ids) => found(ids)) {
  let time = Date.parse('2026-11-23T06:00:00Z');
  const client = new QueryClient();
  const reads: string[][] = [];
  const preview = createAvailabilityPreview({
    client,
    read: (ids) => {
      reads.push(ids);
      return read(ids);
    },
    now: () => new Date(time),
  });
  const passMinutes = (minutes: number) => {
    time += minutes * 60_000;
  };
  return { client, reads, preview, passMinutes };
}

afterEach(() => vi.restoreAllMocks());

test('what is found waits for the profile, which shall ask again all the same', async () => {
  const { client, preview } = setUp();
  await preview('a');
  expect(client.getQueryData(mentorSlotsKey('a'))).toEqual([slot('2026-11-24')]);
  expect(
    client
      .getQueryCache()
      .find({ queryKey: mentorSlotsKey('a') })
      ?.isStaleByTime(5 * 60_000),
  ).toBe(true);
});

test('mentors pointed at during a request share the next one', async () => {
  let answer = () => {};
  const { reads, preview } = setUp(async (ids) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return found(ids);
  });
  const all = ['a', 'b', 'c', 'b'].map((id) => preview(id));
  answer();
  await vi.waitFor(() => expect(reads).toEqual([['a'], ['b', 'c']]));
  answer();
  await Promise.all(all);
  expect(reads).toHaveLength(2);
});

test('a mentor is asked for once in five minutes', async () => {
  const { reads, preview, passMinutes } = setUp();
  await preview('a');
  passMinutes(4.9);
  await preview('a');
  expect(reads).toHaveLength(1);
  passMinutes(0.2);
  await preview('a');
  expect(reads).toHaveLength(2);
});

test('slots that the profile itself has read are neither asked for nor replaced', async () => {
  const { client, reads, preview } = setUp();
  client.setQueryData(mentorSlotsKey('a'), [], { updatedAt: Date.parse('2026-11-23T05:58:00Z') });
  await preview('a');
  expect(reads).toEqual([]);

  const late = setUp(async (ids) => {
    late.client.setQueryData(mentorSlotsKey('b'), [], { updatedAt: Date.parse('2026-11-23T06:00:01Z') });
    return found(ids);
  });
  await late.preview('b');
  expect(late.client.getQueryData(mentorSlotsKey('b'))).toEqual([]);
});

test('a mentor without any row is left unknown: they may not show their times ahead', async () => {
  const { client, preview } = setUp(async () => new Map());
  await preview('a');
  expect(client.getQueryData(mentorSlotsKey('a'))).toBeUndefined();
});

test('the server says which slots are to come, whatever the device’s clock says', async () => {
  const { client, preview } = setUp(async () => new Map([['a', [slot('2026-11-23'), slot('2026-11-24')]]]));
  await preview('a');
  expect(client.getQueryData(mentorSlotsKey('a'))).toEqual([slot('2026-11-23'), slot('2026-11-24')]);
});

test('a failure is logged, leaves nothing, and the next pointing tries again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { client, reads, preview } = setUp(async () => {
    throw new Error('away');
  });
  await preview('a');
  expect(warn).toHaveBeenCalledOnce();
  expect(client.getQueryData(mentorSlotsKey('a'))).toBeUndefined();
  await preview('a');
  expect(reads).toHaveLength(2);
});
