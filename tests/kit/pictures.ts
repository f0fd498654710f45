/** Pictures that people and attackers upload, for tests. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** One colour all over, to be written in any format. */
export function plainPicture(width: number, height: number, background = '#fbbf24'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A valid PNG of one bit a pixel, all black: a hundred kilobytes for 900 million pixels. */
export function bombPicture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A WebP of several frames, the first red. */
export async function animatedPicture(): Promise<Buffer> {
  const frames = ['#f00', '#0f0', '#00f'].map((colour) => plainPicture(40, 40, colour).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay: [100, 100, 100] })
    .toBuffer();
}

/** A PNG that says that it has so many frames. */
export async function framedPicture(frames: number): Promise<Buffer> {
  const still = await plainPicture(40, 40).png().toBuffer();
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write('acTL', 4, 'latin1');
  chunk.writeUInt32BE(frames, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  // Behind the signature and the header.
  return Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)]);
}

/** Such as 640x800. */
export function sizesOf(pictures: Iterable<Buffer>): Promise<string[]> {
  const sizes = [...pictures].map(async (picture) => {
    const { width, height } = await sharp(picture).metadata();
    return `${width}x${height}`;
  });
  return Promise.all(sizes);
}

/** Red, green and blue of one pixel. */
export async function colourAt(picture: Buffer | undefined, left: number, top: number): Promise<number[]> {
  const area = sharp(picture).extract({ left, top, width: 1, height: 1 });
  return [...(await area.removeAlpha().raw().toBuffer())];
}

/** Expects a colour that is off by at most about eight of 256, or forty, in red, green and blue. */
export function near(colour: number[], isRough = false): number[] {
  return colour.map((value) => expect.closeTo(value, isRough ? -1.9 : -1.2));
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
