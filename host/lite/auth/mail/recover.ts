/** The library sends recovery mails as often as asked; see `mail-window.ts`. */
import type postgres from 'postgres';
import { type AuthCorrection, emailOf, isPost } from '../auth-call.ts';
import { claimMailWindow, closeMailWindow, tooSoon } from './mail-window.ts';

export function limitRecoveryMails(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const email = emailOf(call);
    if (!isPost(call, '/recover') || !email) return next(call);
    const wait = await claimMailWindow(sql, 'recovery', email);
    if (wait > 0) return tooSoon(wait);
    const answer = await next(call);
    if (!answer.ok) await closeMailWindow(sql, 'recovery', email);
    return answer;
  };
}
