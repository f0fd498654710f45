import type { NavigateFunction } from 'react-router';
import { googleSignIn } from '#copy/google-sign-in.ts';
import { toast } from '#lib/toast.ts';
import { readGoogleAnswer, withoutAnswer } from './google-answer.ts';
import { awaitGoogleSession } from './google-sign-in.data.ts';
import { takeReturnPath } from './return-path.ts';

const TOAST_ID = 'google-sign-in';

/** Goes on to where the person wanted to be, or says why not; the answer leaves the address either way. */
export async function finishGoogleSignIn(
  address: { search: string; hash: string },
  navigate: NavigateFunction,
): Promise<void> {
  const answer = readGoogleAnswer(address);
  if (!answer) return;
  const clean = () => {
    const { pathname, search } = window.location;
    return navigate(pathname + withoutAnswer(search), { replace: true, preventScrollReset: true });
  };
  if (answer.kind === 'failure') {
    takeReturnPath();
    await clean();
    toast.error(answer.sentence, { id: TOAST_ID });
    return;
  }
  toast.loading(googleSignIn.finishing, { id: TOAST_ID });
  const arrival = await awaitGoogleSession();
  if (arrival.isSignedIn) {
    await navigate(takeReturnPath(), { replace: true });
    toast.dismiss(TOAST_ID);
    return;
  }
  if (arrival.message === null) {
    toast.dismiss(TOAST_ID);
    return;
  }
  takeReturnPath();
  await clean();
  toast.error(googleSignIn.failed(arrival.message), { id: TOAST_ID });
}
