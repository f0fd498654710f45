import { twoStep } from '#copy/two-step.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';

/** The second step, whose code only those load who have one. */
export const SignInCode = lazyPart(() => import('./sign-in-code.tsx').then((module) => module.SignInCode), {
  fallback: <AppLoading message={twoStep.signIn.checking} />,
});
