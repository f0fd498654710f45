import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountPhoneSchema, INVESTOR_FIELD_LENGTHS, investorInterestSchema } from '#rules/people/investor-interest.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { testProperty } from '#tests/kit/property.ts';

const ONLY_DIGITS = 'Please write the phone number with digits only, for example +91 98765 43210.';

/** Every code unit, halves of characters included. fast-check's own 'binary' takes seconds to set up. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 130 }).map((units) => String.fromCharCode(...units));

const good = {
  phone: '+91 98765 43210',
  startup_name: 'Kisan Cart',
  idea: 'Cold storage by the hour for small farms.',
  industry: 'Agriculture',
};

function complaint(change: Partial<typeof good>): string | undefined {
  return investorInterestSchema.safeParse({ ...good, ...change }).error?.issues[0]?.message;
}

describe('investorInterestSchema', () => {
  it.each([
    ['phone', '987654321', 'Phone number must be at least 10 digits'],
    ['phone', '9876543210', undefined],
    ['phone', '+91-98765-43210', undefined],
    ['phone', '(022) 2345 6789', undefined],
    ['phone', 'abcdefghijkl', 'Phone number must be at least 10 digits'],
    ['phone', '98765 4321', 'Phone number must be at least 10 digits'],
    ['phone', '9876543210 x1', ONLY_DIGITS],
    ['phone', '९८७६५४३२१०', ONLY_DIGITS],
    ['phone', '+91 98765  43210', undefined],
    ['phone', '1'.repeat(16), 'Phone number is too long'],
    ['phone', '', 'Phone number must be at least 10 digits'],
    ['startup_name', 'K', 'Startup name must be at least 2 characters'],
    ['startup_name', 'Ki', undefined],
    ['startup_name', 'k'.repeat(100), undefined],
    ['startup_name', 'k'.repeat(101), 'Startup name is too long'],
    ['idea', 'Too short', 'Please provide more details about your idea'],
    ['idea', 'Ten chars!', undefined],
    ['idea', 'i'.repeat(500), undefined],
    ['idea', 'i'.repeat(501), 'Idea description is too long'],
    ['idea', 'i'.repeat(100_000), 'Idea description is too long'],
    ['industry', 'A', 'Industry must be at least 2 characters'],
    ['industry', 'AI', undefined],
    ['industry', 'i'.repeat(50), undefined],
    ['industry', 'i'.repeat(51), 'Industry name is too long'],
  ])('%s: %j', (name, text, sentence) => {
    expect(complaint({ [name]: text })).toBe(sentence);
  });

  it('leaves the space around a text out, of the count too', () => {
    expect(complaint({ industry: '   A   ' })).toBe('Industry must be at least 2 characters');
    expect(complaint({ idea: ' \n '.repeat(20) })).toBe('Please provide more details about your idea');
    expect(complaint({ startup_name: `${' '.repeat(90)}${'k'.repeat(100)} ` })).toBeUndefined();
    expect(investorInterestSchema.parse({ ...good, startup_name: '\t Kisan Cart \n' }).startup_name).toBe('Kisan Cart');
  });

  it.each([
    ['emoji', '🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀'],
    ['right-to-left text', 'نظام تبريد للمزارع الصغيرة'],
    ['Devanagari', 'छोटे खेतों के लिए शीत भंडार'],
    ['markup', '<script>alert("idea")</script>'],
    ['several lines', 'First line\nsecond line'],
  ])('takes %s as it is', (_, idea) => {
    expect(investorInterestSchema.parse({ ...good, idea }).idea).toBe(idea);
  });

  it('counts an emoji once, as the database does', () => {
    expect(complaint({ idea: '🚀'.repeat(9) })).toBe('Please provide more details about your idea');
    expect(complaint({ idea: '🚀'.repeat(500) })).toBeUndefined();
    expect(complaint({ idea: '🚀'.repeat(501) })).toBe('Idea description is too long');
  });

  testProperty('accepts exactly the texts whose cleaned length lies within the limits', [anyText], (text) => {
    const { min, max } = INVESTOR_FIELD_LENGTHS.startup_name;
    const length = countCharacters(cleanLine(text));
    expect(complaint({ startup_name: text }) === undefined).toBe(length >= min && length <= max);
  });
});

it('takes a phone for the account, or none', () => {
  const read = (phone: string) => accountPhoneSchema.safeParse({ phone });
  expect(read(' +91 98765 43210 ').data).toEqual({ phone: '+91 98765 43210' });
  expect(read('  ').data).toEqual({ phone: '' });
  expect(read('98765 4321').error?.issues[0]?.message).toBe('Phone number must be at least 10 digits');
  expect(read('1'.repeat(16)).error?.issues[0]?.message).toBe('Phone number is too long');
});
