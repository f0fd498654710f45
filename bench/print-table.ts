export function printTable(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ');
  console.log(`\n${title}\n${line(head)}`);
  for (const row of rows) console.log(line(row));
}

/** The goal as it stands beside its figure. Where the figure misses it, the run goes on, and fails. */
export function goalOf(value: number, is: 'at least' | 'at most', goal: number): string {
  const isReached = is === 'at least' ? value >= goal : value <= goal;
  if (!isReached) process.exitCode = 1;
  return `${is} ${goal}${isReached ? '' : ' MISSED'}`;
}
