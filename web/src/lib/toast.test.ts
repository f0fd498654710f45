import { beforeEach, expect, it, vi } from 'vitest';

const shown: string[] = [];
const dismissed: (string | number)[] = [];
const toaster = {
  show: (kind: string, message: string) => void shown.push(`${kind}: ${message}`),
  dismiss: (id: string | number) => void dismissed.push(id),
};

/** A page of its own for each test: the module keeps what it has fetched. */
async function openPage({ isOnline, arrivesAfterMs = 0 }: { isOnline: boolean; arrivesAfterMs?: number }) {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: isOnline });
  const { onToasterWanted, plainMessages, toast, toasterIsReady } = await import('./toast.ts');
  let timesWanted = 0;
  onToasterWanted(() => {
    timesWanted += 1;
    setTimeout(() => toasterIsReady(toaster), arrivesAfterMs);
  });
  plainMessages.addPlace('page');
  const plain = (place = 'page') => plainMessages.in(place).map(({ message }) => message);
  return { page, toast, toasterIsReady, plainMessages, plain, timesWanted: () => timesWanted };
}

/** Time passes at once. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  dismissed.length = 0;
});

it('shows a message as soon as the toaster is there', async () => {
  const { toast, plain, timesWanted } = await openPage({ isOnline: true });
  toast.success('Saved');
  await pass(10);
  expect(shown).toEqual(['success: Saved']);
  await pass(1000);
  expect([timesWanted(), plain()]).toEqual([1, []]);
});

it('shows a message plainly within 300 ms while offline, asks for nothing, and shows it once', async () => {
  const { page, toast, plain, timesWanted } = await openPage({ isOnline: false });
  toast.error('Offline');
  await pass(300);
  expect([timesWanted(), shown, plain()]).toEqual([0, [], ['Offline']]);
  page.dispatchEvent(new Event('online'));
  await pass(100);
  expect([timesWanted(), shown, plain()]).toEqual([1, [], ['Offline']]);
  toast.success('Back online');
  expect(shown).toEqual(['success: Back online']);
  await pass(8000);
  expect(plain()).toEqual([]);
});

it('shows a message plainly within 300 ms when the toaster is long in coming', async () => {
  const { toast, plain } = await openPage({ isOnline: true, arrivesAfterMs: 5000 });
  toast.loading('Verifying', { id: 'payment' });
  await pass(300);
  expect(plain()).toEqual(['Verifying']);
  await pass(4700);
  toast.success('Verified', { id: 'payment' });
  expect([shown, plain()]).toEqual([['success: Verified'], []]);
});

it('shows at once what is said without a network when the toaster was there before', async () => {
  const { toast, toasterIsReady } = await openPage({ isOnline: true });
  // It came by itself when the page was at rest.
  toasterIsReady(toaster);
  vi.stubGlobal('navigator', { onLine: false });
  toast.success('Offline');
  expect(shown).toEqual(['success: Offline']);
});

it('replaces a plain message by the next with its id, and takes it away', async () => {
  const { toast, plain } = await openPage({ isOnline: false });
  toast.info('Redirecting', { id: 'google' });
  await pass(200);
  toast.error('Failed', { id: 'google' });
  await pass(200);
  expect(plain()).toEqual(['Failed']);
  toast.dismiss('google');
  expect(plain()).toEqual([]);
  // Nor does one appear that is replaced or taken away before its time has come.
  toast.info('Redirecting', { id: 'google' });
  toast.error('Failed again', { id: 'google' });
  toast.info('Gone', { id: 'other' });
  toast.dismiss('other');
  await pass(200);
  expect(plain()).toEqual(['Failed again']);
});

it('shows plain messages in the innermost place, three at most, until they are closed', async () => {
  const { toast, plain, plainMessages } = await openPage({ isOnline: false });
  for (const message of ['One', 'Two', 'Three', 'Four']) toast.error(message, { duration: Number.POSITIVE_INFINITY });
  await pass(60_000);
  expect(plain()).toEqual(['Two', 'Three', 'Four']);
  const leaveDialog = plainMessages.addPlace('dialog');
  expect([plain(), plain('dialog')]).toEqual([[], ['Two', 'Three', 'Four']]);
  leaveDialog();
  expect(plain()).toEqual(['Two', 'Three', 'Four']);
  for (const { key } of plainMessages.in('page')) plainMessages.close(key);
  expect(plain()).toEqual([]);
});

it('shows a message inside an open dialog, where it covers no button, and in place of the one with its id', async () => {
  const { toast, toasterIsReady, plainMessages, plain } = await openPage({ isOnline: true });
  toasterIsReady(toaster);
  toast.loading('Paying', { id: 'payment' });
  const closeDialog = plainMessages.addPlace('dialog');
  toast.error('Not paid', { id: 'payment' });
  await pass(100);
  expect([shown, dismissed, plain('dialog'), plain()]).toEqual([['loading: Paying'], ['payment'], ['Not paid'], []]);
  closeDialog();
  toast.success('Paid', { id: 'payment' });
  await pass(100);
  expect([shown, plain()]).toEqual([['loading: Paying', 'success: Paid'], []]);
});

it('leaves a message that comes as its dialog closes to the toaster', async () => {
  const { toast, toasterIsReady, plainMessages, plain } = await openPage({ isOnline: true });
  toasterIsReady(toaster);
  const closeDialog = plainMessages.addPlace('dialog');
  toast.success('Saved');
  closeDialog();
  await pass(100);
  expect([shown, plain()]).toEqual([['success: Saved'], []]);
});
