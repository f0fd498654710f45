/** What is said where a save began with an old version (docs/product/back-office.md#saving). */
export const changedMeanwhile = {
  title: 'Somebody else changed this meanwhile.',
  hint: 'Nothing of yours is saved yet. “Keep mine” saves what you changed; “Take theirs” drops it.',
  yours: 'Yours',
  theirs: 'Theirs',
  before: 'Before',
  theirsAlone: 'Only they changed this. It stays in both cases.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  tookTheirs: 'Your changes are dropped. The other version stays.',
  empty: 'Empty',
  on: 'Yes',
  off: 'No',
} as const;
