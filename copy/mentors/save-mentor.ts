/** Apart from the rest: the heart of every card on a public page has it. */
export const saveMentor = (name: string) => `Save ${name}`;
