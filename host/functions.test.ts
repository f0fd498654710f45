import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { openFunctions } from './functions.ts';
import { silentLog } from './log.ts';

/** Counts how many of its calls run at once, each of them for a moment. */
const SOURCE = `
let running = 0;
let most = 0;
export default {
  async fetch() {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    return Response.json({ most });
  },
};`;

const directory = suiteDirectory();
for (const name of ['crowded', 'quiet']) {
  mkdirSync(path.join(directory, name));
  writeFileSync(path.join(directory, name, 'index.ts'), SOURCE);
}

test('a crowd on one function is served in turn, all of it, and holds up no other function', async () => {
  const functions = openFunctions(directory, { log: silentLog });
  const call = async (name: string) => {
    const response = await functions.call(name, new Request(`http://host.test/${name}`));
    return { status: response.status, most: (await response.json()).most as number };
  };
  let answered = 0;
  const crowd = Array.from({ length: 200 }, async () => {
    const answer = await call('crowded');
    answered += 1;
    return answer;
  });
  expect(await call('quiet')).toEqual({ status: 200, most: 1 });
  expect(answered).toBeLessThan(200);
  const answers = await Promise.all(crowd);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(({ most }) => most))).toBe(32);
  await functions.close();
});
