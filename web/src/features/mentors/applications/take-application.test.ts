import { expect, test } from 'vitest';
import { postForm } from '#lib/testing/post-form.ts';
import { takeApplication } from './take-application.ts';

const APPLICATION = {
  name: 'Asha <b>Rao</b>',
  phone: '+91 98765 43210',
  linkedin: 'linkedin.com/in/asha',
  email: '',
  website: '',
};
const post = (fields: Record<string, string | File>, answer?: () => Response) =>
  postForm(takeApplication, { fields, ...(answer && { answer }) });

test('a mentor application that a browser posts reaches the function, and leads to another page', async () => {
  const { response, calls } = await post(APPLICATION);
  expect([response?.status, response?.headers.get('location')]).toEqual([303, '/join-as-mentor?sent']);
  expect(calls).toEqual([
    { target: 'submit-mentor-application', body: { ...APPLICATION, id: expect.stringMatching(/^[\da-f-]{36}$/) } },
  ]);
});

test('a mentor application that is posted twice has one id, and a changed one another', async () => {
  const idOf = async (fields: Record<string, string>) => Object(await post(fields)).calls[0].body.id;
  const id = await idOf(APPLICATION);
  expect(await idOf(APPLICATION)).toBe(id);
  expect(await idOf({ ...APPLICATION, phone: '+91 98765 43211' })).not.toBe(id);
});

test('a posted mentor application with faults says so at each field, loses nothing, and sends nothing', async () => {
  const fields = { ...APPLICATION, name: 'A', phone: '12', linkedin: 'https://x.example/in/a', email: 'a@b' };
  const { answer, calls } = await post(fields);
  const { website, ...typed } = fields;
  expect(answer).toEqual({
    status: 422,
    fields: typed,
    problems: {
      name: 'Name must be at least 2 characters',
      phone: 'Please provide a valid phone number',
      linkedin: 'Please provide a valid LinkedIn URL (e.g., www.linkedin.com/in/yourprofile)',
      email: 'Please enter a valid email address.',
    },
    failure: null,
  });
  expect(calls).toEqual([]);
  expect((await post({})).answer?.fields).toEqual({ name: '', phone: '', linkedin: '', email: '' });
});

const TOO_MANY = 'A lot has been sent through this form in a short time. Please try again in 12 minutes.';
const FAILED = 'Failed to submit application. Please try again.';

test.each<[string, () => Response, number, string]>([
  ['says that too much was sent', () => Response.json({ error: TOO_MANY }, { status: 429 }), 429, TOO_MANY],
  ['fails', () => Response.json({ error: 'Something went wrong.' }, { status: 500 }), 500, FAILED],
  ['is no server of ours', () => new Response('<html>', { status: 502 }), 502, FAILED],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')) as never, 503, FAILED],
])('a posted mentor application whose server %s loses nothing', async (_, answer, status, failure) => {
  const { website, ...typed } = APPLICATION;
  expect((await post(APPLICATION, answer)).answer).toEqual({ status, fields: typed, problems: {}, failure });
});

test('what the server finds wrong with a posted mentor application stands at its field', async () => {
  const problems = { name: 'Your name is too long.' };
  const { answer } = await post(APPLICATION, () => Response.json({ error: problems.name, problems }, { status: 422 }));
  expect(answer).toMatchObject({ status: 422, problems, failure: null });
});

test('a posted mentor application with the hidden field filled in is handed on as it is, for the server to count', async () => {
  const { response, calls } = await post({ ...APPLICATION, website: 'https://spam.example' });
  expect(response?.status).toBe(303);
  expect(calls).toMatchObject([{ body: { website: 'https://spam.example' } }]);
});

test('what is no form is refused, and so are endless texts', async () => {
  const { response } = await postForm(takeApplication, { body: 'x', type: 'multipart/form-data' });
  expect(response?.status).toBe(400);
  expect((await post({ ...APPLICATION, name: 'x'.repeat(70_000) })).response?.status).toBe(413);
});
