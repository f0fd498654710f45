import { readBuiltIns } from '../../../scripts/checks/browsers/built-ins.ts';

/**
 * The methods of built-ins that one of the oldest browsers lacks, by the data of the check "browsers": `URL.canParse`,
 * `Map.groupBy`, `HTMLElement.prototype.showPopover`, `requestIdleCallback`.
 */
export const MISSING_IN_OLDEST: readonly string[] = readBuiltIns()
  .missing.filter(({ isMethod }) => isMethod)
  .map(({ path }) => path);
