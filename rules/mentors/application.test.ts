import { expect, test } from 'vitest';
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import { mentorApplicationSchema } from './application.ts';

const valid = { name: 'Asha Rao', phone: '+91 98765 43210', linkedin: 'https://www.linkedin.com/in/asha' };
const INVALID = 'Please provide a valid LinkedIn URL';
const NO_PROFILE = 'Please provide a valid LinkedIn URL (e.g., www.linkedin.com/in/yourprofile)';
const PHONE = 'Please provide a valid phone number';
const ONLY_DIGITS = 'Please write the phone number with digits only, for example +91 98765 43210.';
const TEN_DIGITS = 'Phone number must be at least 10 digits';

const problemsOf = (form: object) =>
  mentorApplicationSchema.safeParse({ ...valid, ...form }).error?.issues.map(({ message }) => message) ?? [];

test.each([
  [{}, []],
  [{ name: ' A ' }, ['Name must be at least 2 characters']],
  [{ name: '\u200b\u2060\u3164' }, ['Name must be at least 2 characters']],
  [{ name: undefined }, ['Name must be at least 2 characters']],
  [{ name: 'x'.repeat(121) }, ['Your name is too long.']],
  [{ phone: '987654321' }, [PHONE]],
  [{ phone: ' 987654321 ' }, [PHONE]],
  [{ phone: '9876543210' }, []],
  [{ phone: '(080) 2345-6789' }, []],
  [{ phone: 'call me maybe' }, [PHONE]],
  [{ phone: '98765 O3210' }, [ONLY_DIGITS]],
  [{ phone: '(((((((((((' }, [PHONE]],
  [{ phone: '98765 4 ......' }, [TEN_DIGITS]],
  [{ phone: '1'.repeat(31) }, [PHONE]],
  [{ email: '' }, []],
  [{ email: ' Asha@Startup.example ' }, []],
  [{ email: 'asha@startup' }, ['Please enter a valid email address.']],
  [{ email: `${'x'.repeat(250)}@a.in` }, ['Email must be at most 254 characters.']],
  [{ linkedin: '' }, [INVALID]],
  [{ linkedin: 'my profile' }, [INVALID]],
  [{ linkedin: copy.linkedinPrefix }, [NO_PROFILE]],
  [{ linkedin: 'https://www.linkedin.com/company/point-0' }, [NO_PROFILE]],
  [{ linkedin: 'https://linkedin.com.evil.example/in/asha' }, [NO_PROFILE]],
  [{ linkedin: 'https://linkedin.com@evil.example/in/asha' }, [NO_PROFILE]],
  [{ linkedin: 'https://evil.example/?https://www.linkedin.com/in/asha' }, []],
  [{ linkedin: 'javascript:alert(1)' }, [INVALID]],
])('%j: %j', (form, problems) => {
  expect(problemsOf(form)).toEqual(problems);
});

test.each([
  ['https://www.linkedin.com/in/asha?utm_source=share#about', 'https://www.linkedin.com/in/asha'],
  ['linkedin.com/in/asha/', 'https://linkedin.com/in/asha/'],
  ['http://in.linkedin.com/in/asha', 'https://in.linkedin.com/in/asha'],
  [`${copy.linkedinPrefix}https://www.linkedin.com/in/asha`, 'https://www.linkedin.com/in/asha'],
  [`${copy.linkedinPrefix}आशा`, 'https://www.linkedin.com/in/%E0%A4%86%E0%A4%B6%E0%A4%BE'],
])('%s is stored as %s', (typed, stored) => {
  expect(mentorApplicationSchema.parse({ ...valid, linkedin: typed }).linkedin).toBe(stored);
});

test('an address is stored in lower case, and an empty one not at all', () => {
  expect(mentorApplicationSchema.parse({ ...valid, email: ' Asha@Startup.example ' }).email).toBe(
    'asha@startup.example',
  );
  for (const email of ['', '  ', null, undefined])
    expect(mentorApplicationSchema.parse({ ...valid, email }).email).toBeUndefined();
});
