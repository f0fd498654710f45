import { auth } from '#copy/people/auth.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';

const options = { fallback: <AppLoading message={auth.login.checking} /> };

/** The second step, whose code only those load who have one. */
export const SignInCode = lazyPart(() => import('./sign-in-code.tsx').then((module) => module.SignInCode), options);

export const TwoStepOff = lazyPart(() => import('./two-step-off.tsx').then((module) => module.TwoStepOff), options);
