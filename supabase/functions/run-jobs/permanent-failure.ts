/** Trying again cannot help: the job goes to the dead letters, where the administrator sees it. */
export class PermanentFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PermanentFailure';
  }
}
