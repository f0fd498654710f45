/** The seam for the dialog "Confirm that it is you": it opens before an act that needs a proof, which then goes on. */
export const withProof = <T>(act: () => Promise<T>): Promise<T> => act();
