/** Characters that are invisible at the end of a text: spaces, characters without a shape, and the blank of Braille. */
const BLANK = /* @__PURE__ */ String.raw`[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`;

const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const SPACES = /(?:(?!\n)\p{Cc})+|(?!\n)\p{White_Space}/gu;
const BLANK_START = /* @__PURE__ */ new RegExp(`^${BLANK}+`, 'u');
/** Matches the blanks at the end, except a character there that shapes the Indic letter, emoji or flag before it. */
const BLANK_END = /* @__PURE__ */ new RegExp(
  `(?<!${BLANK})((?<=[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])\\u200d` +
    `|(?<=[©®\\u203c\\u2049\\u2122\\u2139\\u2190-\\u27bf\\u2900-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}])\\ufe0f` +
    `|(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]+\\u{e007f})?${BLANK}*$`,
  'u',
);

/**
 * A typed text as it is stored, as private.clean_text() in the database: NFC, without the controls of writing
 * direction, every kind of space as a space, line breaks as "\n", no blanks at its ends. Empty when nothing of it is
 * visible.
 */
export function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(LINE_BREAK, '\n')
    .replace(SPACES, ' ')
    .normalize('NFC')
    .replace(BLANK_START, '')
    .replace(BLANK_END, '$1');
}

/** As cleanText, for a text of one line, in which each run of spaces is one: private.clean_line() in the database. */
export function cleanLine(typed: string): string {
  return cleanText(typed).replace(/[ \n]+/g, ' ');
}

/** Text as one line of at most `limit` characters: it cannot break a mail header or a line of a calendar file. */
export function singleLine(text: string, limit = 100): string {
  const line = cleanLine(text);
  const characters = [...line];
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** Characters as Postgres counts them: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** An address with only its first letter and its domain readable: "a***@startup.example". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
}

/** Letters that are written from right to left, with the characters between them. */
const FROM_RIGHT =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+(?:[^\p{L}\d\n]{1,3}[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+)*)/u;

/**
 * A text in pieces: every second piece is written from right to left, and would reorder the words and numbers around
 * it.
 */
export function piecesByDirection(text: string): string[] {
  return text.split(FROM_RIGHT);
}

/** For texts without markup: puts each text from right to left between FSI and PDI, which isolate it. */
export function isolated(text: string): string {
  return piecesByDirection(text)
    .map((piece, index) => (index % 2 === 1 ? `\u2068${piece}\u2069` : piece))
    .join('');
}
