/** A piece of a text: in both versions, or in one of them alone. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** More words than this in the part that differs are not compared one by one. */
const MOST_WORDS = 2500;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Two versions of a text, with the words marked that the other does not have in the same order. */
export function compareWords(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end += 1;
  }
  const [oldPart, newPart] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const isKept = commonWords(oldPart, newPart);
  // Spaces first: what stands between them is then one change.
  markIslands(oldPart, newPart, isKept, 0, 1);
  markIslands(oldPart, newPart, isKept, 2, 3);
  const [isKeptOld, isKeptNew] = isKept;
  const around = (words: string[], part: string[], isKept: boolean[]) =>
    joined([
      ...words.slice(0, start).map((text) => ({ text, isChanged: false })),
      ...part.map((text, place) => ({ text, isChanged: !isKept[place] })),
      ...words.slice(words.length - end).map((text) => ({ text, isChanged: false })),
    ]);
  return { before: around(old, oldPart, isKeptOld), after: around(now, newPart, isKeptNew) };
}

/** Which words of each belong to the longest common subsequence. */
function commonWords(one: string[], other: string[]): [boolean[], boolean[]] {
  const kept: [boolean[], boolean[]] = [one.map(() => false), other.map(() => false)];
  if (one.length === 0 || other.length === 0 || Math.max(one.length, other.length) > MOST_WORDS) return kept;
  const width = other.length + 1;
  // The length of the common subsequence of what follows both places.
  const lengths = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) {
      kept[0][row] = true;
      kept[1][column] = true;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

/**
 * Marks too what is the same by chance, where a person reads another sentence: `most` words or fewer with at least
 * `least` changed ones on either side.
 */
function markIslands(
  one: string[],
  other: string[],
  [keptOne, keptOther]: [boolean[], boolean[]],
  most: number,
  least: number,
): void {
  /** Each run of kept words, with the changed words of either text before it. */
  const runs: { one: number[]; other: number[]; changed: number }[] = [];
  let changed: [number, number] = [0, 0];
  for (let row = 0, column = 0, isAfterChange = true; row < one.length || column < other.length; ) {
    if (row < one.length && !keptOne[row]) {
      changed[0] += isWord(one[row]);
      row += 1;
      isAfterChange = true;
    } else if (column < other.length && !keptOther[column]) {
      changed[1] += isWord(other[column]);
      column += 1;
      isAfterChange = true;
    } else {
      if (isAfterChange) runs.push({ one: [], other: [], changed: Math.max(...changed) });
      runs.at(-1)?.one.push(row);
      runs.at(-1)?.other.push(column);
      changed = [0, 0];
      isAfterChange = false;
      row += 1;
      column += 1;
    }
  }
  runs.forEach((run, place) => {
    const words = run.one.reduce((sum, row) => sum + isWord(one[row]), 0);
    const next = runs[place + 1]?.changed ?? Math.max(...changed);
    if (words > most || run.changed < least || next < least) return;
    for (const row of run.one) keptOne[row] = false;
    for (const column of run.other) keptOther[column] = false;
  });
}

const isWord = (piece = '') => (piece.trim() === '' ? 0 : 1);

/** Neighbours of one kind as one piece. */
function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.isChanged === piece.isChanged) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
