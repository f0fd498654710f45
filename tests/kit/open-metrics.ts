/** A strict reader of OpenMetrics 1.0 (its ABNF and the rules beside it): what is not exactly so is an error. */

export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface MetricFamily {
  name: string;
  type: string;
  help?: string;
  samples: MetricSample[];
}

/** The suffixes of a family's samples, by its type. */
const SUFFIXES: Record<string, readonly string[]> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count', '_created'],
  gaugehistogram: ['_bucket', '_gsum', '_gcount'],
  info: ['_info'],
  stateset: [''],
  summary: ['', '_sum', '_count', '_created'],
  unknown: [''],
};
const METRIC_NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const REAL = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?';
const NUMBER = `(?:${REAL}|[+-]?[iI][nN][fF](?:[iI][nN][iI][tT][yY])?|[nN][aA][nN])`;
/** Only backslash, quote and line feed are escaped, and always. */
const TEXT = '(?:[^"\\\\\\n]|\\\\["\\\\n])*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="${TEXT}"`;
const DESCRIPTOR = new RegExp(`^# (TYPE|HELP|UNIT) (${METRIC_NAME}) (.*)$`);
const SAMPLE = new RegExp(
  `^(${METRIC_NAME})(?:\\{((?:${LABEL}(?:,${LABEL})*)?)\\})? (${NUMBER})(?: (${REAL}))?(?: # \\{(?:${LABEL}(?:,${LABEL})*)?\\} ${NUMBER}(?: ${REAL})?)?$`,
);

/** @throws Error that names the first line that is not as it must be */
export function readOpenMetrics(text: string): Map<string, MetricFamily> {
  if (text.includes('\r')) throw new Error('A line ends with CR LF.');
  if (!/(^|\n)# EOF\n?$/.test(text)) throw new Error('The text does not end with # EOF.');
  const lines = text.replace(/\n$/, '').split('\n').slice(0, -1);
  const families = new Map<string, MetricFamily>();
  const seen = new Map<string, Set<string>>();
  let current: MetricFamily | undefined;
  const open = (name: string): MetricFamily => {
    if (current?.name === name) return current;
    if (families.has(name)) throw new Error(`The family ${name} is interleaved with others.`);
    current = { name, type: 'unknown', samples: [] };
    families.set(name, current);
    seen.set(name, new Set());
    return current;
  };
  for (const line of lines) {
    if (line.startsWith('#')) {
      const [, word = '', name = '', rest = ''] = DESCRIPTOR.exec(line) ?? fail(line);
      const family = open(name);
      if (family.samples.length > 0) throw new Error(`A description follows a sample: ${line}`);
      const told = seen.get(name) as Set<string>;
      if (told.has(`# ${word}`)) throw new Error(`Said twice: ${line}`);
      told.add(`# ${word}`);
      if (word === 'TYPE') family.type = rest in SUFFIXES ? rest : fail(line);
      if (word === 'HELP') family.help = /^(?:[^"\\\n]|\\["\\n]|")*$/.test(rest) ? rest : fail(line);
      if (word === 'UNIT' && rest !== '' && !name.endsWith(`_${rest}`)) fail(line);
      continue;
    }
    const [, name = '', labelText = '', number = ''] = SAMPLE.exec(line) ?? fail(line);
    const family = current && familyOf(current, name) ? current : fail(line);
    const sample = { name, labels: readLabels(labelText, line), value: toNumber(number) };
    const key = line.slice(0, line.lastIndexOf(' '));
    const told = seen.get(family.name) as Set<string>;
    if (told.has(key)) throw new Error(`Said twice: ${line}`);
    told.add(key);
    family.samples.push(sample);
  }
  const names = new Set<string>();
  for (const family of families.values()) {
    checkFamily(family);
    for (const suffix of SUFFIXES[family.type] ?? []) {
      const name = family.name + suffix;
      if (names.has(name)) throw new Error(`Two families have samples of the name ${name}.`);
      names.add(name);
    }
  }
  return families;
}

/** Every sample is one series. */
export function countSeries(families: ReadonlyMap<string, MetricFamily>): number {
  return [...families.values()].reduce((total, { samples }) => total + samples.length, 0);
}

/** The value of the only sample with these labels; undefined without one. */
export function sampleValue(
  families: ReadonlyMap<string, MetricFamily>,
  family: string,
  labels: Record<string, string> = {},
  suffix = '',
): number | undefined {
  return families
    .get(family)
    ?.samples.find(
      (sample) =>
        (suffix === '' || sample.name === family + suffix) &&
        Object.entries(labels).every(([name, value]) => sample.labels[name] === value),
    )?.value;
}

function familyOf({ name, type }: MetricFamily, sample: string): boolean {
  return (SUFFIXES[type] ?? []).some((suffix) => name + suffix === sample);
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(new RegExp(`([a-zA-Z0-9_]+)="(${TEXT})"`, 'g'))) {
    if (name in labels) throw new Error(`A label is there twice: ${line}`);
    labels[name] = value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}

function toNumber(text: string): number {
  const plain = text.toLowerCase().replace('infinity', 'inf');
  if (plain.endsWith('inf')) return plain.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(plain);
}

function checkFamily({ name, type, samples }: MetricFamily): void {
  if (type === 'counter' || type === 'histogram') {
    const wrong = samples.find(({ value }) => !(value >= 0));
    if (wrong) throw new Error(`${wrong.name} counts ${wrong.value}.`);
  }
  if (type !== 'histogram') return;
  const groups: { key: string; samples: MetricSample[] }[] = [];
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(Object.entries(labels).toSorted());
    if (groups.at(-1)?.key !== key) {
      if (groups.some((group) => group.key === key)) throw new Error(`${name} has the points of ${key} apart.`);
      groups.push({ key, samples: [] });
    }
    groups.at(-1)?.samples.push(sample);
  }
  for (const { key, samples: points } of groups) {
    const buckets = points.filter((point) => point.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => labels.le ?? '');
    for (const le of bounds) {
      if (le !== '+Inf' && !/\d\.\d|e/.test(le)) throw new Error(`${name} has a bound that is not canonical: ${le}`);
    }
    const order = bounds.map(toNumber);
    const counts = buckets.map(({ value }) => value);
    const ascends = (numbers: number[], least: number) =>
      numbers.every((number, at) => at === 0 || number - (numbers[at - 1] ?? 0) >= least || number === Infinity);
    if (bounds.at(-1) !== '+Inf') throw new Error(`${name} has no bucket +Inf for ${key}.`);
    if (!ascends(order, Number.MIN_VALUE)) throw new Error(`${name} has its bounds out of order.`);
    if (!ascends(counts, 0)) throw new Error(`The buckets of ${name} do not add up for ${key}.`);
    const count = points.find((point) => point.name === `${name}_count`)?.value;
    if (count !== counts.at(-1)) throw new Error(`${name} counts ${count} and ${counts.at(-1)} for ${key}.`);
    if (!points.some((point) => point.name === `${name}_sum`)) throw new Error(`${name} has no sum for ${key}.`);
  }
}

function fail(line: string): never {
  throw new Error(`Not OpenMetrics: ${line}`);
}
