/**
 * Limits the number of a metric's series. Label sets that are `expected` always have a series of their own. So do the
 * first `others` of the other sets; all later ones share the series that `rest` names.
 */
export function limitLabelSets<Labels extends Record<string, string>>(limits: {
  expected: (labels: Labels) => boolean;
  others: number;
  rest: (labels: Labels) => Labels;
}): (labels: Labels) => Labels {
  const { expected, others, rest } = limits;
  const known = new Set<string>();
  return (labels) => {
    if (expected(labels)) return labels;
    const key = Object.values(labels).join('\n');
    if (known.has(key)) return labels;
    if (known.size === others) return rest(labels);
    known.add(key);
    return labels;
  };
}
