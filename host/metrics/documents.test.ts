import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { databaseMetrics } from '#functions/_shared/office/database-metrics.ts';
import { openFunctions } from '../functions.ts';
import { silentLog } from '../log.ts';
import { projectPaths } from '../project-paths.ts';
import { createHostMetrics } from './host-metrics.ts';

const document = readFileSync(path.join(projectPaths.root, 'docs', 'operations', 'metrics.md'), 'utf8');
/** The kinds of alarm (docs/product/back-office.md#alarms). */
const ALARMS = [
  'worker_stopped',
  'jobs_late',
  'job_dead',
  'money_violation',
  'refund_failed',
  'webhook_silent',
  'calendar_lost',
  'mail_failing',
  'backup_old',
];

const prometheusRules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smhd]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']), alarm: z.string().optional() }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

/** Name, type and labels of everything that a host tells. */
function metricsOfHost(): { name: string; type: string; labels: string[] }[] {
  const metrics = createHostMetrics((() => Promise.reject(new Error('none'))) as never);
  const functions = openFunctions(projectPaths.functions, { log: silentLog });
  onTestFinished(async () => {
    metrics.close();
    await functions.close();
  });
  metrics.watchFunctions(functions);
  const figures = {
    connections: [],
    connections_max: 1,
    jobs: [],
    worker_last_round_age_seconds: 1,
    money_discrepancies_open: 0,
    payment_orders_open: 0,
    refunds: {},
    refund_oldest_open_seconds: 0,
    webhooks_unprocessed: 0,
    webhook_last_age_seconds: 1,
    bookings: {},
    alarms_open: {},
    calendar_checks: {},
    backup_last_success_timestamp_seconds: 1,
    job_counters: [],
  };
  const made = [...metrics.registry.getMetricsAsArray(), ...databaseMetrics({ figures, violations: 0 })];
  return (
    made as unknown as { name: string; type?: string; constructor: { name: string }; labelNames: string[] }[]
  ).map((metric) => ({
    name: metric.name,
    type: metric.type ?? metric.constructor.name.toLowerCase(),
    labels: metric.labelNames.filter((label) => label !== 'le'),
  }));
}

test('docs/operations/metrics.md has one line for each metric, with its type and labels', () => {
  const lines = [...document.matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| .+ \|$/gm)].map(([, name, type, labels]) => ({
    name,
    type,
    labels: [...(labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label),
  }));
  const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
    (one.name ?? '').localeCompare(other.name ?? '');
  expect(lines.toSorted(byName)).toEqual(metricsOfHost().toSorted(byName));
});

test('the alert rules are in the format of Prometheus, name metrics that exist, and cover every kind of alarm', () => {
  const [, text = ''] = /```yaml\n(groups:[\s\S]*?)```/.exec(document) ?? [];
  const rules = prometheusRules.parse(parse(text)).groups.flatMap((group) => group.rules);
  const metrics = metricsOfHost();
  const known = new Set(
    metrics.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  for (const { expr, alert } of rules) {
    const named = [...expr.matchAll(/point0_\w+/g)].map(([name]) => name);
    expect(named, alert).not.toEqual([]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    for (const [, name, selector = ''] of expr.matchAll(/(point0_\w+)\{([^}]*)\}/g)) {
      const labels = metrics.find((metric) => name?.startsWith(metric.name))?.labels;
      for (const [, label] of selector.matchAll(/(\w+)=/g)) expect(labels, expr).toContain(label);
    }
    for (const [, kind] of expr.matchAll(/alarms_open\{kind="(\w+)"/g)) expect(ALARMS).toContain(kind);
  }
  expect(rules.flatMap(({ labels }) => labels.alarm ?? []).toSorted()).toEqual(ALARMS.toSorted());
});
