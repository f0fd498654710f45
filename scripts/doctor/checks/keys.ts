import { doctorCopy } from '#copy/office/doctor.ts';
import type { Deployment } from '../deployment.ts';
import { type Check, fail, failWithStatus, ok, type Surroundings, warn } from '../finding.ts';
import { shown } from '../redact.ts';

const copy = doctorCopy.keys;

export const keys: Check = {
  id: 'keys',
  async run(surroundings) {
    const { deployment, questions, signal } = surroundings;
    const { publishableKey, secretKey } = deployment;
    const [catalogue, report, found] = await Promise.all([
      questions.asVisitor('/rest/v1/mentors?select=id&limit=1', { signal }),
      questions.askReport(),
      keysInPage(surroundings),
    ]);
    const problems: string[] = [];
    if (catalogue.status !== 200) problems.push(copy.noCatalogue(shown(publishableKey), catalogue.status));
    if (report.status !== 200) problems.push(copy.noReport(shown(secretKey), report.status));
    if (found.isSecret) problems.push(copy.inPage(`${deployment.siteUrl}/`));
    // A key that stands in the page is the worse: its advice is the check's own.
    if (found.isSecret) return fail(...problems);
    const [refused, setting] =
      catalogue.status === 200 ? [report, 'SUPABASE_SECRET_KEY'] : [catalogue, 'SUPABASE_PUBLISHABLE_KEY'];
    if (problems.length > 0) return failWithStatus(refused.status, setting, ...problems);
    const legacy = [...legacyKeys(deployment), ...(found.isLegacy ? [copy.ofPages(`${deployment.siteUrl}/`)] : [])];
    return legacy.length > 0 ? warn(copy.legacy(legacy)) : ok(copy.good(shown(publishableKey), shown(secretKey)));
  },
};

/** Keys of before those that begin with `sb_` are JWTs. */
function legacyKeys({ publishableKey, secretKey }: Deployment): string[] {
  return Object.entries({ SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey })
    .filter(([, key]) => !key.startsWith('sb_'))
    .map(([name]) => name);
}

/** Which kinds of keys the page holds: page servers write the one of `.env.pages` into it. */
async function keysInPage({ deployment, signal }: Surroundings): Promise<{ isSecret: boolean; isLegacy: boolean }> {
  const html = await fetch(`${deployment.siteUrl}/`, { signal })
    .then((response) => response.text())
    // That it does not answer is what the check `pages` tells.
    .catch(() => '');
  const roles = [...html.matchAll(/ey[\w-]{8,}\.(ey[\w-]{8,})\.[\w-]*/g)].map(([, payload = '']) => roleOf(payload));
  return {
    isSecret: html.includes(deployment.secretKey) || /sb_secret_\w/.test(html) || roles.includes('service_role'),
    isLegacy: roles.includes('anon'),
  };
}

function roleOf(payload: string): string | undefined {
  return /"role"\s*:\s*"(\w+)"/.exec(Buffer.from(payload, 'base64url').toString())?.[1];
}
