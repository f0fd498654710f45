/** Navigation state with which the login page opens the forgotten-password dialog. */
export const FORGOT_PASSWORD_STATE = { forgotPassword: true } as const;

export function asksForForgotPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'forgotPassword' in state && state.forgotPassword === true;
}
