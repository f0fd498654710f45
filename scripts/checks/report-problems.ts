/** How a check ends: it prints one line for each problem and fails when there is one. */
export function reportProblems(problems: string[]): void {
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
