import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Slot } from '#rules/slots.ts';
import { type AvailabilityPreview, createAvailabilityPreview } from './availability-preview.data.ts';
import { mentorSlotsKey } from './mentor-slots.data.ts';

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

test('when the rows are cut at 50, a mentor without any is left unknown', async () => {
  const none = { slots: new Map<string, Slot[]>([['a', []]]) };
  const full = setUp(async () => ({ ...none, isCut: true }));
  await full.preview('a');
  expect(full.client.getQueryData(mentorSlotsKey('a'))).toBeUndefined();
  const whole = setUp(async () => ({ ...none, isCut: false }));
  await whole.preview('a');
  expect(whole.client.getQueryData(mentorSlotsKey('a'))).toEqual([]);
});

test('a slot that has begun is no availability', async () => {
  const { client, preview } = setUp(async () => ({
    slots: new Map([['a', [slot('2026-11-23'), slot('2026-11-24')]]]),
    isCut: false,
  }));
  await preview('a');
  expect(client.getQueryData(mentorSlotsKey('a'))).toEqual([slot('2026-11-24')]);
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
