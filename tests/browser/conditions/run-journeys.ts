import { allowConsoleError, test } from '#tests/kit/browser/fixtures.ts';
import type { Condition, JourneyName } from './condition.ts';
import { JOURNEYS } from './journeys.ts';

/**
 * One test for each condition and journey: "confirm and book" in `npm test` where the condition is a quick one, and in
 * `npm test -- --ci` under each; the others in `npm run faults`.
 */
export function runJourneys(conditions: readonly Condition[]): void {
  for (const condition of conditions) {
    test.describe(() => {
      if (condition.needs === 'worker') test.use({ serviceWorkers: 'allow' });
      for (const [name, run] of Object.entries(JOURNEYS) as [JourneyName, (typeof JOURNEYS)[JourneyName]][]) {
        if (condition.without?.[name]) continue;
        const tag = name !== 'confirm and book' ? ['@faults'] : condition.quick ? [] : ['@ci'];
        test(`The journey "${name}" works ${condition.name}`, { tag }, async ({
          page,
          app,
          sql,
          mailbox,
          adminFixture,
          addMentor,
        }) => {
          const reason = condition.fixme?.[name];
          test.fixme(reason !== undefined, reason);
          for (const pattern of condition.allows ?? []) allowConsoleError(pattern);
          await condition.prepare?.(page.context(), page);
          await run({ page, condition, app, sql, mailbox, adminFixture, addMentor });
          await condition.isAtWork?.(page);
          if (name === 'confirm and book') await condition.afterwards?.(page);
        });
      }
    });
  }
}
