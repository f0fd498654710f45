import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * Which of these names `--only=a,b` asks for, all of them without it. Ends the process where it names another.
 *
 * @param others the options that the command has besides `--only`
 */
export function namesAsked(kind: 'step' | 'stage', names: string[], others: ParseArgsOptionsConfig = {}): string[] {
  const { only } = parseArgs({ options: { ...others, only: { type: 'string' } } }).values as { only?: string };
  const asked = only?.split(',') ?? names;
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length === 0) return asked;
  console.error(`No such ${kind}: ${unknown.join(', ')}. They are: ${names.join(', ')}.`);
  process.exit(2);
}
