import { Buffer } from 'node:buffer';

const D50 = [0.9642, 1, 0.82491] as const;
const TAGS: readonly (readonly [string, Buffer])[] = [
  ['desc', text('sRGB')],
  ['cprt', text('CC0')],
  ['wtpt', xyz(D50)],
  ['rXYZ', xyz([0.43607, 0.22249, 0.01392])],
  ['gXYZ', xyz([0.38515, 0.71687, 0.09708])],
  ['bXYZ', xyz([0.14307, 0.06061, 0.7141])],
  ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve()] as const),
];

/**
 * The ICC profile of sRGB (version 4) from the numbers of IEC 61966-2-1. The library has none, and photos in wider
 * colour spaces would look faded without their own profile if they were not converted.
 */
export function srgbProfile(): Uint8Array {
  const start = 128 + 4 + 12 * TAGS.length;
  const table = Buffer.alloc(4 + 12 * TAGS.length);
  table.writeUInt32BE(TAGS.length, 0);
  let at = start;
  for (const [index, [name, data]] of TAGS.entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    at += data.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x04300000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.writeUInt16BE(2026, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return new Uint8Array(Buffer.concat([header, table, ...TAGS.map(([, data]) => data)]));
}

/** Numbers as ICC writes them: 16 bits before the point and 16 after it. */
function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65536), 4 * index);
  return bytes;
}

function xyz(numbers: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixed(numbers)]);
}

function text(value: string): Buffer {
  const letters = Buffer.from(value.padEnd(4), 'utf16le').swap16();
  const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS', 'latin1');
  const place = Buffer.alloc(8);
  place.writeUInt32BE(letters.length, 0);
  place.writeUInt32BE(28, 4);
  return Buffer.concat([head, place, letters]);
}

/** The curve with a straight beginning: a power of 2.4 above 0.04045. */
function curve(): Buffer {
  const head = Buffer.from('para\0\0\0\0\0\x03\0\0', 'latin1');
  return Buffer.concat([head, fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])]);
}
