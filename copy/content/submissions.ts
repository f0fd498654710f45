/** What the forms that ask for no login say when too much is sent through them. */
export const submissions = {
  tooMany: (wait: string) => `A lot has been sent through this form in a short time. Please try again in ${wait}.`,
  wait: {
    minutes: (count: number) => (count === 1 ? 'a minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? 'an hour' : `${count} hours`),
  },
} as const;
