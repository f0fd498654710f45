/**
 * Authorising the calendar by hand, and the page that Google answers to (docs/product/calendars.md#google-permission).
 */
export const googleAuthorisation = {
  title: 'Google OAuth Setup',
  description: 'Lets Point 0 create events with Meet links in a Google Calendar. Done once by its owner.',
  back: 'Back to Calendar Test',

  step1: {
    title: 'Step 1: Authorise',
    instructions: [
      'Open the authorisation window and choose the Google account whose calendar the sessions go into.',
      'Allow Point 0 to see and edit its calendars.',
      'Copy the authorization code from the page that follows, and come back here.',
    ],
    open: 'Open authorization window',
    opened: 'Authorization window opened! Complete the flow and return here.',
    blocked: 'Your browser blocked the window. Allow pop-ups for this site, or use this link:',
    link: 'Open the authorisation page',
    failed: (reason: string) => `The window could not be opened: ${reason}`,
  },
  step2: {
    title: 'Step 2: Exchange the code',
    code: 'Authorization code',
    hint: 'Works once, and for a few minutes only.',
    submit: 'Get refresh token',
    codeRequired: 'Please enter the authorization code from the callback page',
    succeeded: 'Refresh token retrieved successfully!',
    failed: 'Token exchange failed',
  },
  done: {
    title: 'The calendar is connected',
    storedTitle: 'Nothing else to do',
    stored: 'The token is stored on the server, encrypted, and in use from now on.',
    token: 'Refresh token',
    shownOnce: 'This is the only time it is shown. Nobody can read it here again.',
    copy: 'Copy token',
    copied: 'Refresh token copied to clipboard!',
    copyFailed: 'Failed to copy token',
    steps: 'Final steps',
    finalSteps: [
      'Run the Calendar Test: it makes an event with a Meet link and deletes it again.',
      'Where other servers use the same calendar through their settings, set GOOGLE_REFRESH_TOKEN ' +
        'there. Otherwise leave this page, and the token with it.',
    ],
    test: 'Run the Calendar Test',
    again: 'Start again',
  },

  callback: {
    title: 'Google OAuth Callback',
    received: 'Authorization code received!',
    oauthError: (error: string) => `OAuth Error: ${error}`,
    reasons: { access_denied: 'The permission was not given.' } as Readonly<Record<string, string>>,
    errorHint: 'Nothing was changed. Go back and open the authorisation window again.',
    code: 'Authorization code',
    instruction: 'Copy this code and paste it into step 2 on the page you came from.',
    copy: 'Copy Code',
    copied: 'Copied',
    copiedToast: 'Authorization code copied to clipboard!',
    copyFailed: 'Failed to copy code',
    strangerTitle: 'This answer was not asked for here',
    stranger:
      'The authorisation was not started in this browser, or more than 30 minutes ago. Somebody ' +
      'else may have sent you this link. Start again with step 1.',
    emptyTitle: 'There is no authorization code here',
    empty: 'Google sends people to this page at the end of step 1.',
    back: 'Return to OAuth setup',
  },

  /** What the function answers with. */
  errors: {
    notConfigured: 'The server does not know Google: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set.',
    keyMissing: 'GOOGLE_TOKEN_KEY is not set. Set it as a function secret, then authorise again.',
    unknownAction: 'This address does not know the action.',
    linkInvalid: 'This link has expired or is not ours. Please go back and open the authorisation window again.',
    stateInvalid: 'You did not start this authorisation, or its code was tried before. Start again with step 1.',
    redirectMismatch: (address: string) => `The code must have been sent to ${address}.`,
    codeRefused:
      'Google does not accept this code: it was used already, has expired, or is not complete. ' +
      'Start again with step 1.',
    clientRefused: (reason: string) => `Google does not accept the settings of this server: ${reason}`,
    unavailable: 'Google could not be reached. Please start again with step 1.',
    noRefreshToken:
      'Google gave no refresh token for this code. Start again with step 1, and allow the access when Google asks.',
    scopeMissing:
      'The permission for the calendar was not given. Start again with step 1, and leave the calendar’s box ticked.',
  },
} as const;
