/**
 * Loaded before a host's own code (`--import`): its clock is CLOCK_SKEW_MINUTES away from the truth. Timers still
 * take as long as they say.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MINUTES) * 60_000;
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...given: unknown[]) {
    // @ts-expect-error: Date takes one to seven arguments, or none.
    super(...(given.length === 0 ? [RealDate.now() + skewMs] : given));
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
