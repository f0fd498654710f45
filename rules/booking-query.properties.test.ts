import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ProcessingQuery,
  processingQuery,
  readBookingSummary,
  readProcessingQuery,
  successQuery,
} from '#rules/booking-query.ts';
import { addDays, isIstDate, isIstTime } from '#rules/ist.ts';
import { choiceQuery, readChoice } from '#rules/slots.ts';

/** Every code unit, halves of characters included. fast-check's own 'binary' takes seconds to set up. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const word = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim());
const date = fc.nat(9000).map((days) => addDays('2020-01-01', days));
const time = fc
  .nat(24 * 60 - 1)
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const orNothing = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant('' as const));

const query: fc.Arbitrary<ProcessingQuery> = fc.record({
  mentorName: word,
  mentorImage: orNothing(fc.webPath().map((path) => `/portraits${path}`)),
  date: orNothing(date),
  startTime: orNothing(time),
  endTime: orNothing(time),
  amount: fc.oneof(fc.nat(1_000_000), fc.constant(null)),
  requiresReview: fc.boolean(),
  paymentId: fc.string(),
  orderId: fc.string(),
  signature: fc.string(),
  verified: fc.boolean(),
});
/** As an address bar would hand it over. */
const travelled = (params: URLSearchParams) => new URL(`https://point-0.example/?${params}`).searchParams;

it('what one page says of a session, the next page reads', () => {
  fc.assert(
    fc.property(query, (value) => {
      expect(readProcessingQuery(travelled(processingQuery(value)))).toEqual(value);
      const { paymentId: _p, orderId: _o, signature: _s, verified: _v, ...summary } = value;
      expect(readBookingSummary(travelled(successQuery(value)))).toEqual(summary);
    }),
  );
});

it('the success page is never told how the payment was proved', () => {
  fc.assert(
    fc.property(query, (value) => {
      const names = [...successQuery(value).keys()];
      for (const secret of ['paymentId', 'orderId', 'signature', 'verified']) expect(names).not.toContain(secret);
    }),
  );
});

it('an address that somebody made up is read as far as it makes sense', () => {
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
  fc.assert(
    fc.property(madeUp, (pairs) => {
      const read = readBookingSummary(new URLSearchParams(pairs));
      expect(read.mentorName.length).toBeLessThanOrEqual(200);
      expect(read.mentorImage === '' || /^(https?:\/\/|\/[^/\\]|\/$)/.test(read.mentorImage)).toBe(true);
      expect(read.date === '' || isIstDate(read.date)).toBe(true);
      expect(read.startTime === '' || isIstTime(read.startTime)).toBe(true);
      expect(read.endTime === '' || isIstTime(read.endTime)).toBe(true);
      expect(read.amount === null || (Number.isFinite(read.amount) && read.amount >= 0)).toBe(true);
    }),
  );
});

it('a chosen slot survives signing in', () => {
  fc.assert(
    fc.property(date, time, time, (day, startTime, endTime) => {
      const choice = { date: day, startTime, endTime };
      expect(readChoice(travelled(choiceQuery(choice)))).toEqual(choice);
    }),
  );
});
