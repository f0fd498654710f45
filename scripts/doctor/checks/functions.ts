import { doctorCopy } from '#copy/office/doctor.ts';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { functionNames } from '../../functions/import-map.ts';
import { type Check, explain, fail, ok } from '../finding.ts';

export const functions: Check = {
  id: 'functions',
  async run({ questions, signal }) {
    const copy = doctorCopy.functions;
    const names = functionNames(projectPaths.root);
    const answers = await Promise.all(
      names.map(async (name) => {
        // A preflight is answered by the function's own code, and does nothing.
        let why: string | undefined;
        const answer = await questions
          .asVisitor(`/functions/v1/${name}`, { method: 'OPTIONS', signal })
          .catch((error: unknown) => {
            why = explain(error).todo;
          });
        const release = Number.parseInt(answer?.headers.get('x-release') ?? '', 10);
        return { name, status: answer?.status, release, why };
      }),
    );
    const namesOf = (chosen: typeof answers) => chosen.map(({ name }) => name);
    const silent = answers.filter(({ status }) => status === undefined);
    const missing = answers.filter(({ status }) => status === 404);
    const unknown = answers.filter(
      (one) => !silent.includes(one) && !missing.includes(one) && Number.isNaN(one.release),
    );
    const apart = answers.filter(({ release }) => Math.abs(release - RELEASE) > 1);
    const problems = [
      ...(missing.length > 0 ? [copy.missing(namesOf(missing))] : []),
      ...(silent.length > 0 ? [copy.silent(namesOf(silent))] : []),
      ...(unknown.length > 0 ? [copy.unknown(namesOf(unknown))] : []),
      ...(apart.length > 0 ? [copy.apart(namesOf(apart))] : []),
    ];
    if (problems.length === 0) return ok(copy.good(names.length, RELEASE));
    const why = silent[0]?.why;
    return { ...fail(...problems), ...(why !== undefined && { todo: why }) };
  },
};
