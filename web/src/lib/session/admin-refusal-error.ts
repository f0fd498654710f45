/** For an answer without the row that an administrator would have got: the database hides rows from everybody else. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly code = '42501';

  constructor() {
    super('admin_only');
  }
}
