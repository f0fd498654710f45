import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearAllDrafts, clearDraft, readDraft, saveDraft, VISITOR } from '#lib/drafts.ts';
import { fakeStorage } from '#lib/testing/fake-storage.ts';

describe('drafts', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', fakeStorage());
  });

  it('come back until they are cleared', () => {
    saveDraft('form', 'asha', { idea: 'Cold storage' });
    expect(readDraft('form', 'asha')).toEqual({ idea: 'Cold storage' });
    expect(readDraft('other', 'asha')).toEqual({});
    clearDraft('form', 'asha');
    expect(readDraft('form', 'asha')).toEqual({});
  });

  it('are gone once somebody else has looked', () => {
    saveDraft('form', 'asha', { idea: 'Cold storage' });
    expect(readDraft('form', 'ravi')).toEqual({});
    expect(readDraft('form', 'asha')).toEqual({});
  });

  it('of visitors stay when somebody logs in, and delete nobody else’s; logging out ends them', () => {
    saveDraft('form', 'asha', { idea: 'Cold storage' });
    saveDraft('story', VISITOR, { name: 'Asha' });
    expect(readDraft('story', VISITOR)).toEqual({ name: 'Asha' });
    expect(readDraft('form', 'asha')).toEqual({ idea: 'Cold storage' });
    expect(readDraft('story', VISITOR)).toEqual({ name: 'Asha' });
    clearAllDrafts();
    expect(readDraft('story', VISITOR)).toEqual({});
  });

  it('are gone after logging out, and nothing else is', () => {
    sessionStorage.setItem('theirs', 'stays');
    saveDraft('form', 'asha', { idea: 'Cold storage' });
    clearAllDrafts();
    expect(readDraft('form', 'asha')).toEqual({});
    expect(sessionStorage.getItem('theirs')).toBe('stays');
  });

  it.each(['not json', '[1]', 'null', '"text"', '{"idea":7}'])('reads damaged %s as far as it can', (json) => {
    sessionStorage.setItem('draft:form:asha', json);
    expect(readDraft('form', 'asha')).toEqual({});
  });

  it('does without a storage that is closed', () => {
    vi.stubGlobal('sessionStorage', undefined);
    saveDraft('form', 'asha', { idea: 'Cold storage' });
    expect(readDraft('form', 'asha')).toEqual({});
    clearAllDrafts();
  });
});
