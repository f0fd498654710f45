/** A job as it was claimed. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** Since it was last started, this one included. */
  tries: number;
}

/** A retry cannot help: the job becomes a dead letter, which the administrator sees. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
