import type { NavigateFunction } from 'react-router';
import { googleSignIn } from '#copy/google-sign-in.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
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
  if (answer.kind === 'failure') return giveUp(answer.sentence, navigate);
  toast.loading(googleSignIn.finishing, { id: TOAST_ID });
  const arrival = await awaitGoogleSession();
  if (arrival.isSignedIn) {
    await navigate(takeReturnPath() ?? paths.dashboard, { replace: true });
    toast.dismiss(TOAST_ID);
    return;
  }
  if (arrival.message === null) {
    toast.dismiss(TOAST_ID);
    return;
  }
  await giveUp(googleSignIn.failed(arrival.message), navigate);
}

/** Back to the login page, which still knows where the person wanted to go. */
async function giveUp(sentence: string, navigate: NavigateFunction): Promise<void> {
  const goal = takeReturnPath();
  if (goal === null) {
    // No sign-in began in this tab: the words are those of whoever wrote the link.
    toast.dismiss(TOAST_ID);
    const { pathname, search } = window.location;
    await navigate(pathname + withoutAnswer(search), { replace: true, preventScrollReset: true });
    return;
  }
  await navigate(goal === paths.dashboard ? paths.login : withReturnUrl(paths.login, goal), {
    replace: true,
  });
  toast.error(sentence, { id: TOAST_ID });
}
