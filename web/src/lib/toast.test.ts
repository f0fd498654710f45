import { beforeEach, expect, it, vi } from 'vitest';

type Options = { id?: string; onAutoClose?: () => void };
const shown: string[] = [];
const given: Options[] = [];
const dismissed: string[] = [];
vi.mock('sonner', () => ({
  toast: {
    success: (message: string, options: Options) => {
      shown.push(message);
      given.push(options);
    },
    dismiss: (id: string) => dismissed.push(id),
  },
}));

/** A page of its own for each test: the module keeps what it has fetched. */
async function openPage({ isOnline }: { isOnline: boolean }) {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: isOnline });
  const { onToasterWanted, toast, toasterIsReady } = await import('./toast.ts');
  let timesWanted = 0;
  onToasterWanted(() => {
    timesWanted += 1;
    toasterIsReady();
  });
  return { page, toast, toasterIsReady, timesWanted: () => timesWanted };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  shown.length = 0;
  given.length = 0;
  dismissed.length = 0;
});

it('shows a message as soon as the toaster is there', async () => {
  const { toast, timesWanted } = await openPage({ isOnline: true });
  toast.success('Saved');
  await expect.poll(() => shown).toEqual(['Saved']);
  expect(timesWanted()).toBe(1);
});

it('asks for nothing without a network, and shows the message once there is one', async () => {
  const { page, toast, timesWanted } = await openPage({ isOnline: false });
  toast.success('Saved');
  await settle();
  expect([timesWanted(), shown]).toEqual([0, []]);
  page.dispatchEvent(new Event('online'));
  await expect.poll(() => shown).toEqual(['Saved']);
});

it('shows at once what is said without a network when the toaster was there before', async () => {
  const { toast, toasterIsReady } = await openPage({ isOnline: true });
  // It came by itself when the page was at rest.
  toasterIsReady();
  vi.stubGlobal('navigator', { onLine: false });
  toast.success('Offline');
  await expect.poll(() => shown).toEqual(['Offline']);
});

it('takes nothing away where nothing was ever shown', async () => {
  const { toast } = await openPage({ isOnline: true });
  toast.dismiss('x');
  await settle();
  expect([shown, dismissed]).toEqual([[], []]);
});

it('replaces a message that is shown, and never takes the id of one that is leaving', async () => {
  const { toast } = await openPage({ isOnline: true });
  const ids = () => given.map(({ id }) => id);
  const say = async (message: string) => {
    toast.success(message, { id: 'save' });
    await expect.poll(() => shown.at(-1)).toBe(message);
  };
  await say('Saving');
  await say('Saved');
  expect(ids()[1]).toBe(ids()[0]);
  given[1]?.onAutoClose?.();
  await say('Saved again');
  expect(ids()[2]).not.toBe(ids()[1]);
  toast.dismiss('save');
  toast.dismiss('save');
  await say('Saved once more');
  expect(dismissed).toEqual([ids()[2]]);
  expect(new Set(ids()).size).toBe(3);
});
