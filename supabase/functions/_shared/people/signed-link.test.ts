import { afterEach, expect, it, vi } from 'vitest';
import {
  endingToken,
  fingerprintOf,
  idOfEndingToken,
  idOfLink,
  isLinkOf,
  type LinkClaim,
  openEndingToken,
  openStopToken,
  signLink,
  stopToken,
} from './signed-link.ts';

const claim: LinkClaim = {
  purpose: 'mentor-answer',
  id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  facts: ['3f1c2b8e-1111-4222-8333-944455566677', 'asha@mentors.example', '1764000000000'],
};
const setKey = (key: string, previous = '') => {
  vi.stubEnv('LINK_KEY', key);
  vi.stubEnv('LINK_KEY_PREVIOUS', previous);
};
afterEach(() => vi.unstubAllEnvs());

it('a link opens what it was signed for, and names its id', () => {
  setKey('a-link-key-of-these-tests-that-is-long');
  const token = signLink(claim);
  expect(token).toMatch(/^[\w-]{64}$/);
  expect(idOfLink(token)).toBe(claim.id);
  expect(isLinkOf(token, claim)).toBe(true);
});

it('no altered character of a token and no changed fact opens a link', () => {
  setKey('a-link-key-of-these-tests-that-is-long');
  const token = signLink(claim);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(isLinkOf(token.slice(0, at) + other + token.slice(at + 1), claim), `character ${at}`).toBe(false);
  }
  for (const wrong of ['', token.slice(1), `${token}A`, `${token}=`, token.replace(/.$/, '!')]) {
    expect(isLinkOf(wrong, claim), wrong).toBe(false);
  }
  for (const [at] of claim.facts.entries()) {
    const facts = claim.facts.with(at, 'other');
    expect(isLinkOf(token, { ...claim, facts })).toBe(false);
  }
});

it('a link of the key before still opens, and one of another key does not', () => {
  setKey('the-link-key-of-before-which-is-long-enough');
  const token = signLink(claim);
  setKey('the-link-key-of-today-which-is-long-enough', 'the-link-key-of-before-which-is-long-enough');
  expect(isLinkOf(token, claim)).toBe(true);
  setKey('the-link-key-of-today-which-is-long-enough');
  expect(isLinkOf(token, claim)).toBe(false);
});

it('without a key of its own a link is signed with the secret key', () => {
  setKey('');
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ default: 'sb_secret_of-these-tests' }));
  expect(isLinkOf(signLink(claim), claim)).toBe(true);
});

it('a link that stops e-mails opens for a year, for its person and kind alone', () => {
  setKey('a-link-key-of-these-tests-that-is-long');
  const sent = new Date('2026-11-28T10:00:00Z');
  const token = stopToken(claim.id, 'slot_alerts', sent);
  expect(openStopToken(token, sent)).toEqual({ userId: claim.id, kind: 'slot_alerts', isExpired: false });
  expect(openStopToken(token, new Date('2027-11-28T23:59:59Z'))?.isExpired).toBe(false);
  expect(openStopToken(token, new Date('2027-11-29T00:00:00Z'))?.isExpired).toBe(true);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(openStopToken(token.slice(0, at) + other + token.slice(at + 1), sent), `character ${at}`).toBeNull();
  }
  // Of another purpose.
  const [kind, lastDay] = token.split('.');
  expect(openStopToken([kind, lastDay, signLink(claim)].join('.'), sent)).toBeNull();
  setKey('another-link-key-which-is-long-enough');
  expect(openStopToken(token, sent)).toBeNull();
});

it('a link that ends opens for its days, for its purpose, row and facts alone, and for no removed key', () => {
  setKey('a-link-key-of-these-tests-that-is-long');
  const sent = new Date('2026-11-28T10:00:00Z');
  const token = endingToken('check-in', claim.id, { days: 30, now: sent });
  const open = (text: string, now = sent) => openEndingToken('check-in', text, { now });
  expect(open(token)).toEqual({ id: claim.id, isExpired: false });
  expect(open(token, new Date('2026-12-28T23:59:59Z'))?.isExpired).toBe(false);
  expect(open(token, new Date('2026-12-29T00:00:00Z'))?.isExpired).toBe(true);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === '7' ? '8' : '7';
    expect(open(token.slice(0, at) + other + token.slice(at + 1)), `character ${at}`).toBeNull();
  }
  const [lastDay] = token.split('.');
  expect(open(`${lastDay}.${signLink({ ...claim, facts: [lastDay ?? ''] })}`)).toBeNull();
  expect(openEndingToken('story-name', token, { now: sent })).toBeNull();
  expect(openStopToken(`slot_alerts.${token}`, sent)).toBeNull();
  setKey('another-link-key-which-is-long-enough', 'a-link-key-of-these-tests-that-is-long');
  expect(open(token)).toEqual({ id: claim.id, isExpired: false });
  setKey('another-link-key-which-is-long-enough');
  expect(open(token)).toBeNull();
});

it('a link that asks a mentor about a story opens for the address alone that it was sent to', () => {
  setKey('a-link-key-of-these-tests-that-is-long');
  const now = new Date('2026-11-28T10:00:00Z');
  const facts = [fingerprintOf('asha@mentors.example')];
  const token = endingToken('story-name', claim.id, { days: 60, facts, now });
  expect(idOfEndingToken(token)).toBe(claim.id);
  expect(openEndingToken('story-name', token, { facts, now })).toEqual({ id: claim.id, isExpired: false });
  expect(openEndingToken('story-name', token, { facts: [fingerprintOf('other@mentors.example')], now })).toBeNull();
  expect(openEndingToken('story-name', token, { now })).toBeNull();
  expect(idOfEndingToken('no token')).toBeUndefined();
});
