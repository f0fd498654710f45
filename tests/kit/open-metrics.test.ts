import { expect, test } from 'vitest';
import { countSeries, readOpenMetrics, sampleValue } from './open-metrics.ts';

const SOUND = `# TYPE a_seconds histogram
# HELP a_seconds Some "time" with a back\\\\slash.
a_seconds_bucket{le="0.5",kind="x"} 1
a_seconds_bucket{le="1.0",kind="x"} 1
a_seconds_bucket{le="+Inf",kind="x"} 2
a_seconds_sum{kind="x"} 3.5
a_seconds_count{kind="x"} 2
# TYPE b counter
b_total{text="with \\"quotes\\", a comma\\nand a line"} 1e3
# TYPE c gauge
c -Inf
# EOF
`;

test('the strict reader of OpenMetrics reads families, labels and numbers', () => {
  const families = readOpenMetrics(SOUND);
  expect(countSeries(families)).toBe(7);
  expect(sampleValue(families, 'a_seconds', { kind: 'x' }, '_sum')).toBe(3.5);
  expect(families.get('b')?.samples[0]).toEqual({
    name: 'b_total',
    labels: { text: 'with "quotes", a comma\nand a line' },
    value: 1000,
  });
  expect(sampleValue(families, 'c')).toBe(Number.NEGATIVE_INFINITY);
});

test.each([
  ['no end', (text: string) => text.replace('# EOF\n', '')],
  ['something after its end', (text: string) => `${text}d 1\n`],
  ['an empty line', (text: string) => text.replace('# TYPE b', '\n# TYPE b')],
  ['a comment', (text: string) => text.replace('# TYPE b', '# text\n# TYPE b')],
  ['a counter without its suffix', (text: string) => text.replace('b_total{', 'b{')],
  ['a counter that is described with its suffix', (text: string) => text.replace('TYPE b ', 'TYPE b_total ')],
  ['a negative counter', (text: string) => text.replace('1e3', '-1')],
  ['a bound that is not canonical', (text: string) => text.replace('"1.0"', '"1"')],
  ['buckets that decrease', (text: string) => text.replace('le="0.5",kind="x"} 1', 'le="0.5",kind="x"} 2')],
  ['no bucket for the rest', (text: string) => text.replace(/.*\+Inf.*\n/, '')],
  ['a count that differs', (text: string) => text.replace('_count{kind="x"} 2', '_count{kind="x"} 3')],
  ['a sample said twice', (text: string) => text.replace('c -Inf', 'c -Inf\nc 1')],
  ['a family in two places', (text: string) => text.replace('c -Inf', 'c -Inf\n# TYPE b counter')],
  ['a label said twice', (text: string) => text.replace('{le="0.5",kind', '{le="0.5",le')],
  ['a label that is not quoted', (text: string) => text.replace('kind="x"} 3.5', 'kind=x} 3.5')],
  ['a wrong number', (text: string) => text.replace('-Inf', '1,5')],
  ['an unknown type', (text: string) => text.replace('c gauge', 'c level')],
  ['two spaces', (text: string) => text.replace('c -Inf', 'c  -Inf')],
])('the strict reader of OpenMetrics refuses a text with %s', (_, change) => {
  const wrong = change(SOUND);
  expect(wrong).not.toBe(SOUND);
  expect(() => readOpenMetrics(wrong)).toThrow();
});
