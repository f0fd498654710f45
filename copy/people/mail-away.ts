/** After signing up, while the mail server is away; apart, because it is not in the first load of the page. */
export const mailAwayCopy = 'We could not send the e-mail yet. We keep trying.';
