import { expect, test } from 'vitest';
import { postForm } from '#lib/testing/post-form.ts';
import { takeStory } from './take-story.ts';

const STORY = { name: ' Asha ', experience: '<b>It</b> worked.\r\nTwice.', website: '' };
const TYPED = { name: ' Asha ', experience: '<b>It</b> worked.\nTwice.' };
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
const photo = (bytes: Buffer<ArrayBuffer> = PNG) => new File([bytes], 'me.png', { type: 'image/png' });
const NO_PHOTO = new File([], '', { type: 'application/octet-stream' });

const STORED = () => Response.json({ success: true, path: 'impact-stories/1-a-320.webp' });
const CHOOSE_AGAIN = 'Your photo was not sent. Please choose it again.';
const TOO_MANY = 'A lot has been sent through this form in a short time. Please try again in 12 minutes.';

const post = (fields: Record<string, string | File>, answer: (target: string) => Response = STORED) =>
  postForm(takeStory, { fields, answer });

test('an impact story that a browser posts reaches the function, and leads to another page', async () => {
  const { response, calls } = await post({ ...STORY, photo: NO_PHOTO });
  expect([response?.status, response?.headers.get('location')]).toEqual([303, '/share-your-story?sent']);
  const body = { ...TYPED, website: '', id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/), image_url: null };
  expect(calls).toEqual([{ target: 'submit-impact-story', body }]);
});

test('the photo of a posted impact story is stored first, and named by its address', async () => {
  const { response, calls } = await post({ ...STORY, photo: photo() });
  expect(response?.status).toBe(303);
  expect(calls).toMatchObject([
    { target: 'store-picture?kind=story', body: PNG.length },
    {
      target: 'submit-impact-story',
      body: { image_url: '/storage/v1/object/public/mentor_images/impact-stories/1-a-320.webp' },
    },
  ]);
});

test('a posted impact story with faults says so at each field, loses nothing, and sends no photo', async () => {
  const required = 'Please fill in all required fields';
  expect(await post({ name: '', experience: '  ', photo: photo() })).toEqual({
    answer: {
      status: 422,
      fields: { name: '', experience: '  ' },
      problems: { name: required, experience: required, photo: CHOOSE_AGAIN },
      failure: null,
    },
    calls: [],
  });
  const long = 'x'.repeat(601);
  expect((await post({ ...STORY, experience: long })).answer).toEqual({
    status: 422,
    fields: { name: ' Asha ', experience: long },
    problems: { experience: 'Your story is too long: please keep it to 600 characters.' },
    failure: null,
  });
});

test.each([
  ['is no picture', photo(Buffer.from('<html></html>')), 'Please select a valid image file (JPEG, PNG, or WebP)'],
  ['is empty', photo(Buffer.alloc(0)), 'Please select a valid image file (JPEG, PNG, or WebP)'],
  ['is too large', photo(Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)])), 'Image size should be less than 3MB'],
])('a posted impact story whose photo %s says so beside it, and is not sent', async (_, file, sentence) => {
  const { answer, calls } = await post({ ...STORY, photo: file });
  expect(answer).toEqual({ status: 422, fields: TYPED, problems: { photo: sentence }, failure: null });
  expect(calls).toEqual([]);
});

test('a photo that the server does not take is told beside it, in the server’s sentence', async () => {
  const sentence = 'This image is damaged or not complete. Please choose another one.';
  const { answer, calls } = await post({ ...STORY, photo: photo() }, () =>
    Response.json({ error: sentence }, { status: 422 }),
  );
  expect(answer).toEqual({ status: 422, fields: TYPED, problems: { photo: sentence }, failure: null });
  expect(calls.map(({ target }) => target)).toEqual(['store-picture?kind=story']);
});

test('a posted impact story that is one too many says so, and that its photo must be chosen again', async () => {
  const answerOf = (target: string) =>
    target.startsWith('store') ? STORED() : Response.json({ error: TOO_MANY }, { status: 429 });
  expect((await post({ ...STORY, photo: photo() }, answerOf)).answer).toEqual({
    status: 429,
    fields: TYPED,
    problems: { photo: CHOOSE_AGAIN },
    failure: TOO_MANY,
  });
});

test('of a posted impact story with the hidden field filled in no photo is stored', async () => {
  const { response, calls } = await post({ ...STORY, website: 'https://spam.example', photo: photo() });
  expect(response?.status).toBe(303);
  expect(calls).toMatchObject([{ target: 'submit-impact-story', body: { website: 'https://spam.example' } }]);
});
