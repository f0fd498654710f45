/**
 * Makes the two silent sample videos of the demonstration into web/public/demo/stories, from our own drawings:
 * `node scripts/make-sample-video.ts`. Needs ffmpeg with libx264 on the PATH (`apt-get install ffmpeg`). The result is
 * committed, so that only a change of the videos needs ffmpeg.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { drawSampleFrame, FRAME, type SampleVideo } from './pictures/sample-frame.ts';

const TARGET = resolve(import.meta.dirname, '../web/public/demo/stories');
const SECONDS = 8;
const FRAMES_PER_SECOND = 20;
/** Two turns of four seconds: the second repeats the first. */
const TURNS = 2;
const LIMIT_BYTES = 300_000;

async function makeVideo(video: SampleVideo): Promise<number> {
  const file = resolve(TARGET, `${video}.mp4`);
  // Baseline, 4:2:0 and the index in front: what every phone plays at once.
  const encoder = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${FRAME.width}x${FRAME.height}`],
      ...['-r', String(FRAMES_PER_SECOND), '-i', '-'],
      ...['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'veryslow', '-crf', '33'],
      ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-an'],
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(encoder, 'close');
  const frames = SECONDS * FRAMES_PER_SECOND;
  for (let index = 0; index < frames; index++) {
    const drawn = Buffer.from(drawSampleFrame(video, ((index * TURNS) / frames) % 1));
    const pixels = await sharp(drawn).removeAlpha().raw().toBuffer();
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const { size } = await stat(file);
  if (size > LIMIT_BYTES) throw new Error(`${file} has ${size} bytes, more than ${LIMIT_BYTES}`);
  return size;
}

await mkdir(TARGET, { recursive: true });
for (const video of ['radiating', 'arriving'] as const) {
  console.log(`${video}.mp4: ${Math.round((await makeVideo(video)) / 1000)} KB`);
}
