import { doctorCopy } from '#copy/office/doctor.ts';
import { type Check, fail, ok, skip, withReport } from '../finding.ts';

const JOBS = ['point0-run-jobs', 'point0-watch', 'point0-trim'];
const SECRETS = ['project_url', 'worker_key'];
const STOPPED_AFTER_SECONDS = 300;

export const schedule: Check = {
  id: 'schedule',
  run(surroundings) {
    const copy = doctorCopy.schedule;
    if (surroundings.deployment.way !== 'hosted') return skip(copy.host);
    return withReport(surroundings, ({ schedule: { jobs, secrets } }) => {
      const missing = JOBS.filter((name) => !jobs.some((job) => job.name === name && job.active));
      const unset = SECRETS.filter((name) => !secrets.includes(name));
      // A failure of an hour ago, after which the job succeeded, is over.
      const failed = jobs.filter((job) => job.last_status === 'failed' || job.failed > 0).map(({ name }) => name);
      const problems = [
        ...(missing.length > 0 ? [copy.jobs(missing)] : []),
        ...(unset.length > 0 ? [copy.secrets(unset)] : []),
        ...(failed.length > 0 ? [copy.failed(failed)] : []),
      ];
      return problems.length > 0 ? fail(...problems) : ok(copy.good);
    });
  },
};

export const worker: Check = {
  id: 'worker',
  run: (surroundings) =>
    withReport(surroundings, ({ worker: { alive, seconds } }) => {
      const copy = doctorCopy.worker;
      if (seconds === null) return alive ? skip(copy.none) : fail(copy.never);
      return seconds > STOPPED_AFTER_SECONDS ? fail(copy.stopped(seconds)) : ok(copy.good(seconds));
    }),
};
