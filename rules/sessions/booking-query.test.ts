import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import { readWanted } from '#rules/mentors/slots.ts';
import { addDays, isIstDate, isIstTime } from '#rules/shell/ist.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';
import {
  type ProcessingQuery,
  processingQuery,
  readBookingSummary,
  readProcessingQuery,
  successQuery,
  withoutProof,
} from './booking-query.ts';

const query = {
  mentorName: 'Ananya Rao & Co',
  mentorImage: '/portraits/ananya-640.webp',
  date: '2026-11-24',
  startTime: '10:00:00',
  endTime: '11:00:00',
  amount: 7000,
  requiresReview: true,
  paymentId: 'pay_1',
  orderId: 'order_1',
  signature: 'abc',
  verified: true,
};

describe('the addresses of processing and success', () => {
  it('carry a session from one page to the next', () => {
    const address = new URLSearchParams(processingQuery(query).toString());
    expect(address.get('mentorImage')).toBe(query.mentorImage);
    expect(readProcessingQuery(address)).toEqual({ ...query, mentorImage: '' });
  });

  it('leave payment id, order id and signature out of the success page', () => {
    const params = successQuery(query);
    expect([...params.keys()]).toEqual([
      'mentorName',
      'mentorImage',
      'date',
      'startTime',
      'endTime',
      'amount',
      'requiresReview',
    ]);
  });

  it('lose payment id, order id and signature, and nothing else', () => {
    const params = new URLSearchParams('mentorName=A+%26+B&paymentId=p&x=1&orderId=o&signature=s&verified=true');
    expect(withoutProof(params).toString()).toBe('mentorName=A+%26+B&x=1&verified=true');
    expect([...params.keys()]).toContain('signature');
  });

  it('say nothing where nothing is known', () => {
    const empty = readBookingSummary(new URLSearchParams());
    expect(empty).toMatchObject({ mentorName: '', mentorImage: '', date: '', startTime: '', amount: null });
    expect(successQuery(empty).toString()).toBe('requiresReview=true');
    expect(readProcessingQuery(new URLSearchParams()).verified).toBe(false);
    expect(readProcessingQuery(new URLSearchParams('verified=false')).verified).toBe(false);
  });

  it.each([
    ['date', '2026-02-30'],
    ['date', 'tomorrow'],
    ['startTime', '25:00'],
    ['endTime', 'noon'],
    ['mentorImage', 'https://elsewhere.example/a.png'],
    ['mentorImage', '/portraits/ananya-640.webp'],
  ] as const)('ignore a %s of %j', (name, value) => {
    expect(readBookingSummary(new URLSearchParams({ [name]: value }))[name]).toBe('');
  });

  it.each(['-1', 'NaN', 'Infinity', '', 'free'])('ignore an amount of %j', (amount) => {
    expect(readBookingSummary(new URLSearchParams({ amount })).amount).toBeNull();
  });
});

const word = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim());
const anyDate = fc.nat(9000).map((days) => addDays('2020-01-01', days));
const anyTime = fc
  .nat(24 * 60 - 1)
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const orNothing = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant('' as const));

const anyQuery: fc.Arbitrary<ProcessingQuery> = fc.record({
  mentorName: word,
  mentorImage: fc.constant(''),
  date: orNothing(anyDate),
  startTime: orNothing(anyTime),
  endTime: orNothing(anyTime),
  amount: fc.oneof(fc.nat(1_000_000), fc.constant(null)),
  requiresReview: fc.boolean(),
  paymentId: fc.string(),
  orderId: fc.string(),
  signature: fc.string(),
  verified: fc.boolean(),
});
/** As an address bar would hand it over. */
const travelled = (params: URLSearchParams) => new URL(`https://point-0.example/?${params}`).searchParams;

testProperty('what one page says of a session, the next page reads', [anyQuery], (value) => {
  expect(readProcessingQuery(travelled(processingQuery(value)))).toEqual(value);
  const { paymentId: _p, orderId: _o, signature: _s, verified: _v, ...summary } = value;
  expect(readBookingSummary(travelled(successQuery(value)))).toEqual(summary);
});

testProperty('the success page is never told how the payment was proved', [anyQuery], (value) => {
  const names = [...successQuery(value).keys()];
  for (const secret of ['paymentId', 'orderId', 'signature', 'verified']) expect(names).not.toContain(secret);
});

const names = ['mentorName', 'mentorImage', 'date', 'startTime', 'endTime', 'amount', 'requiresReview'];
const madeUp = fc.array(
  fc.tuple(
    fc.constantFrom(...names),
    fc.oneof(
      anyText,
      fc.constantFrom('-1', '1e999', 'NaN', '2026-02-30', '25:00', '//evil.example/x.png', 'javascript:alert(1)'),
    ),
  ),
);

testProperty('an address that somebody made up is read as far as it makes sense', [madeUp], (pairs) => {
  const read = readBookingSummary(new URLSearchParams(pairs));
  expect(read.mentorName.length).toBeLessThanOrEqual(200);
  expect(read.mentorImage).toBe('');
  expect(read.date === '' || isIstDate(read.date)).toBe(true);
  expect(read.startTime === '' || isIstTime(read.startTime)).toBe(true);
  expect(read.endTime === '' || isIstTime(read.endTime)).toBe(true);
  expect(read.amount === null || (Number.isFinite(read.amount) && read.amount >= 0)).toBe(true);
});

testProperty('a chosen slot survives signing in', [anyDate, anyTime, anyTime], (day, startTime, endTime) => {
  const choice = { date: day, startTime, endTime };
  expect(readWanted(travelled(choiceQuery(choice))).time).toEqual(startTime < endTime ? choice : null);
});
