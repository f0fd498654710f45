/** What a photograph costs in store-picture, as a process of its own under Deno. */
import sharp from 'sharp';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import type { DeployedFunctions } from './functions.ts';

const SIDE = 2_400;
const MOST_SECONDS = 1;
const MOST_MB = 160;

/** @returns what exceeds the limits */
export async function checkPictureCost(options: {
  app: AppClient;
  administrator: Founder;
  functions: DeployedFunctions;
  note: (line: string) => void;
}): Promise<string[]> {
  const { app, administrator, functions, note } = options;
  const mentor = await app.addMentor();
  const photograph = await makePhotograph();
  await functions.restart('store-picture');
  const before = functions.costOf('store-picture');
  const { status, body } = await app.call(`store-picture?kind=mentor&id=${mentor.id}`, photograph, administrator, {
    'content-type': 'image/jpeg',
  });
  if (status !== 200) return [`store-picture answered ${status}: ${JSON.stringify(body)}`];
  const after = functions.costOf('store-picture');
  const seconds = after.seconds - before.seconds;
  note(
    `${SIDE} x ${SIDE} px, ${(photograph.length / 1e6).toFixed(1)} MB: ${seconds.toFixed(2)} s of processor time, ` +
      `${after.mostMb.toFixed(0)} MB at most (${before.mostMb.toFixed(0)} MB before)`,
  );
  const problems: string[] = [];
  if (seconds > MOST_SECONDS)
    problems.push(`it took ${seconds.toFixed(2)} s of processor time, at most ${MOST_SECONDS}`);
  if (after.mostMb > MOST_MB) problems.push(`it took ${after.mostMb.toFixed(0)} MB, at most ${MOST_MB}`);
  return problems;
}

/** With as much detail as a photograph has: coarse shapes and a grain, always the same. */
async function makePhotograph(): Promise<Buffer> {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state & 255;
  };
  const noise = (side: number) =>
    sharp(Buffer.from(Array.from({ length: side * side * 3 }, random)), {
      raw: { width: side, height: side, channels: 3 },
    });
  const grain = await noise(600).resize(SIDE, SIDE).ensureAlpha(0.12).png().toBuffer();
  return noise(24)
    .resize(SIDE, SIDE, { kernel: 'cubic' })
    .composite([{ input: grain }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
