import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownPerson, localUserName } from '#rules/people/local-user.ts';
import { testProperty } from '#tests/kit/property.ts';

const EVERYTHING: KnownPerson = {
  profileName: 'Profile Name',
  accountMetadata: { full_name: 'Account Full Name', name: 'Account Name' },
  applicationMetadata: { full_name: 'Application Name' },
  email: 'asha@example.com',
};
const { accountMetadata, ...withoutAccount } = EVERYTHING;

describe('the name of a person', () => {
  it.each<[string, KnownPerson]>([
    ['Profile Name', EVERYTHING],
    ['Account Full Name', { ...EVERYTHING, profileName: null }],
    ['Account Name', { ...EVERYTHING, profileName: '  ', accountMetadata: { name: 'Account Name' } }],
    ['Application Name', { ...withoutAccount, profileName: '', accountMetadata: {} }],
    ['asha', { ...EVERYTHING, profileName: null, accountMetadata: null, applicationMetadata: null }],
    ['asha', { ...EVERYTHING, profileName: null, accountMetadata: { name: 7 }, applicationMetadata: {} }],
    ['User', { profileName: null, accountMetadata: null, applicationMetadata: null, email: null }],
    ['User', { profileName: null, accountMetadata: null, applicationMetadata: null, email: '@example.com' }],
  ])('is %s', (name, person) => {
    expect(localUserName(person)).toBe(name);
  });

  const anything = fc.record({
    profileName: fc.option(fc.string(), { nil: null }),
    accountMetadata: fc.option(fc.dictionary(fc.constantFrom('full_name', 'name', 'x'), fc.anything()), {
      nil: undefined,
    }),
    applicationMetadata: fc.option(fc.dictionary(fc.constantFrom('full_name', 'x'), fc.anything()), { nil: undefined }),
    email: fc.option(fc.string(), { nil: null }),
  });

  testProperty('is never empty and never padded, whatever is known', [anything], (person) => {
    const name = localUserName(person);
    expect(name).not.toBe('');
    expect(name).toBe(name.trim());
  });

  testProperty(
    'is the profile name wherever there is one, whatever else is known',
    [anything, fc.string().filter((text) => text.trim() !== '')],
    (person, profileName) => {
      expect(localUserName({ ...person, profileName })).toBe(profileName.trim());
    },
  );
});
