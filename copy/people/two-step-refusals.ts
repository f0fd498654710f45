/** What the server says when it refuses a change of two-step sign-in. */
export const twoStepRefusals = {
  administratorsKeepIt: 'Administrators cannot turn two-step sign-in off. You can move it to another device.',
};
