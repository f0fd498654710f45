import { crc32, deflateSync } from 'node:zlib';
import { doctorCopy } from '#copy/office/doctor.ts';
import { type Check, fail, failWithStatus, ok } from '../finding.ts';

const SIDE = 2_400;

export const picture: Check = {
  id: 'picture',
  async run({ questions, signal }) {
    const copy = doctorCopy.picture;
    const body = testPicture();
    const began = performance.now();
    const answer = await questions.asService('/functions/v1/store-picture?kind=check', {
      body,
      headers: { 'content-type': 'image/png' },
      signal,
    });
    const isDrawn = answer.status === 200 && Array.isArray(answer.body?.drawn) && answer.body.drawn.length > 0;
    if (isDrawn) return ok(copy.good(((performance.now() - began) / 1000).toFixed(1)));
    const wrong = copy.wrong(answer.status);
    // Over its limits the function answers 500 and above.
    return answer.status < 500 ? failWithStatus(answer.status, 'SUPABASE_SECRET_KEY', wrong) : fail(wrong);
  },
};

/** A PNG of the largest size that browsers send, all of it slowly changing colours. */
function testPicture(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2], 8);
  const row = Buffer.alloc(1 + 3 * SIDE);
  for (let x = 0; x < SIDE; x += 1) row.set([x >> 4, (x >> 3) & 255, 255 - (x >> 4)], 1 + 3 * x);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
