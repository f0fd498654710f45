// Generated from supabase/templates by `npm run auth-templates`. Do not edit.

export const authTemplates = {
  confirmation: {
    subject: `Confirm your email for Point 0`,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <title>Confirm your email for Point 0</title>
    <style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .canvas { background-color: #13110f !important; }
        .card { background-color: #1c1916 !important; border-color: #35302a !important; }
        .ink { color: #f7f4f0 !important; }
        .muted { color: #b3aba1 !important; }
        .link { color: #fcd34d !important; }
        .ring { border-color: #f7f4f0 !important; }
        .rule { border-color: #35302a !important; }
        .dots { border-color: #4a433b !important; }
      }
      @media (max-width: 480px) {
        .card-cell { padding: 28px 22px !important; }
        .title { font-size: 24px !important; line-height: 30px !important; }
      }
    </style>
  </head>
  <body class="canvas" style="margin: 0; padding: 0; background-color: #fbfaf8; -webkit-text-size-adjust: 100%">
    <div style="display: none; max-height: 0; overflow: hidden">One click, and your Point 0 account is ready.</div>
    <table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #fbfaf8">
      <tr>
        <td align="center" style="padding: 32px 16px 40px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px">
            <tr>
              <td style="padding: 0 4px 20px">
                <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="ink" style="font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 20px; line-height: 26px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917; padding-right: 7px">Point</td>
                    <td valign="middle">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" title="0">
                        <tr>
                          <td class="ring" width="19" height="19" align="center" valign="middle" style="width: 19px; height: 19px; border: 3px solid #1c1917; border-radius: 50%; font-size: 0; line-height: 0"><div style="display: inline-block; width: 9px; height: 9px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td class="card" style="background-color: #ffffff; border: 1px solid #e7e3de; border-radius: 12px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="card-cell" style="padding: 36px 40px 32px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 18px">
                        <tr>
                          <td width="10" valign="middle"><div style="width: 10px; height: 10px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                          <td width="180" valign="middle" style="padding-left: 10px"><div class="dots" style="width: 180px; height: 0; border-top: 3px dotted #d0cac3; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                      <h1 class="ink title" style="margin: 0 0 12px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 28px; line-height: 34px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917">Confirm your email</h1>
                      <p class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 26px; color: #1c1917">Thank you for joining Point 0. Confirm that <strong>{{ .Email }}</strong> is your address, and you can book your first session with a mentor.</p>
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 12px 0 28px">
                        <tr>
                          <td style="border-radius: 8px; background-color: #fbbf24">
                            <a href="{{ .SiteURL }}/confirm-email#token_hash={{ .TokenHash }}&amp;redirect_to={{ .RedirectTo }}" target="_blank" style="display: inline-block; padding: 13px 24px; border: 1px solid #fbbf24; border-radius: 8px; background-color: #fbbf24; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 22px; font-weight: 700; color: #1c1917; text-decoration: none">Confirm my email</a>
                          </td>
                        </tr>
                      </table>
                      <p class="muted" style="margin: 0 0 24px; font-size: 14px; line-height: 20px; color: #5c554f">The link works once, within the next hour. You can ask for a new one on the sign-up page.</p>
                      <div class="rule" style="border-top: 1px solid #e7e3de; padding-top: 20px">
                        <p class="muted" style="margin: 0 0 6px; font-size: 14px; line-height: 20px; color: #5c554f">If the button does nothing, open this address in your browser:</p>
                        <p style="margin: 0; font-size: 13px; line-height: 19px; word-break: break-all"><a class="link" href="{{ .SiteURL }}/confirm-email#token_hash={{ .TokenHash }}&amp;redirect_to={{ .RedirectTo }}" target="_blank" style="color: #92400e">{{ .SiteURL }}/confirm-email#token_hash={{ .TokenHash }}&amp;redirect_to={{ .RedirectTo }}</a></p>
                      </div>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td style="padding: 20px 4px 0; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                <p class="muted" style="margin: 0 0 4px; font-size: 13px; line-height: 19px; color: #5c554f">If you did not sign up, do not open this link. Without it nothing happens.</p>
                <p class="muted" style="margin: 0; font-size: 13px; line-height: 19px; color: #5c554f"><a class="link" href="{{ .SiteURL }}" target="_blank" style="color: #92400e">Point 0</a>: mentors for early-stage founders in India.</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`,
    text: `Confirm your email

Thank you for joining Point 0. Confirm that {{ .Email }} is your address, and
you can book your first session with a mentor:

{{ .SiteURL }}/confirm-email#token_hash={{ .TokenHash }}&redirect_to={{ .RedirectTo }}

The link works once, within the next hour. You can ask for a new one on the
sign-up page.

If you did not sign up, do not open this link. Without it nothing happens.

--
Point 0: mentors for early-stage founders in India.
{{ .SiteURL }}
`,
  },
  email_change: {
    subject: `Confirm your new email for Point 0`,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <title>Confirm your new email for Point 0</title>
    <style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .canvas { background-color: #13110f !important; }
        .card { background-color: #1c1916 !important; border-color: #35302a !important; }
        .ink { color: #f7f4f0 !important; }
        .muted { color: #b3aba1 !important; }
        .link { color: #fcd34d !important; }
        .ring { border-color: #f7f4f0 !important; }
        .rule { border-color: #35302a !important; }
        .dots { border-color: #4a433b !important; }
      }
      @media (max-width: 480px) {
        .card-cell { padding: 28px 22px !important; }
        .title { font-size: 24px !important; line-height: 30px !important; }
      }
    </style>
  </head>
  <body class="canvas" style="margin: 0; padding: 0; background-color: #fbfaf8; -webkit-text-size-adjust: 100%">
    <div style="display: none; max-height: 0; overflow: hidden">Confirm the new address of your Point 0 account.</div>
    <table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #fbfaf8">
      <tr>
        <td align="center" style="padding: 32px 16px 40px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px">
            <tr>
              <td style="padding: 0 4px 20px">
                <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="ink" style="font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 20px; line-height: 26px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917; padding-right: 7px">Point</td>
                    <td valign="middle">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" title="0">
                        <tr>
                          <td class="ring" width="19" height="19" align="center" valign="middle" style="width: 19px; height: 19px; border: 3px solid #1c1917; border-radius: 50%; font-size: 0; line-height: 0"><div style="display: inline-block; width: 9px; height: 9px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td class="card" style="background-color: #ffffff; border: 1px solid #e7e3de; border-radius: 12px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="card-cell" style="padding: 36px 40px 32px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 18px">
                        <tr>
                          <td width="10" valign="middle"><div style="width: 10px; height: 10px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                          <td width="180" valign="middle" style="padding-left: 10px"><div class="dots" style="width: 180px; height: 0; border-top: 3px dotted #d0cac3; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                      <h1 class="ink title" style="margin: 0 0 12px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 28px; line-height: 34px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917">Confirm your new email</h1>
                      <p class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 26px; color: #1c1917">Your Point 0 account is about to move from <strong>{{ .Email }}</strong> to <strong>{{ .NewEmail }}</strong>. The change counts once both addresses confirmed it: open the link here, and the one in our mail to the other address.</p>
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 12px 0 28px">
                        <tr>
                          <td style="border-radius: 8px; background-color: #fbbf24">
                            <a href="{{ .SiteURL }}/confirm-email/change#token_hash={{ .TokenHash }}" target="_blank" style="display: inline-block; padding: 13px 24px; border: 1px solid #fbbf24; border-radius: 8px; background-color: #fbbf24; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 22px; font-weight: 700; color: #1c1917; text-decoration: none">Confirm the change</a>
                          </td>
                        </tr>
                      </table>
                      <p class="muted" style="margin: 0 0 24px; font-size: 14px; line-height: 20px; color: #5c554f">The link works once, within the next hour. Until both links were opened, you log in with the old address.</p>
                      <div class="rule" style="border-top: 1px solid #e7e3de; padding-top: 20px">
                        <p class="muted" style="margin: 0 0 6px; font-size: 14px; line-height: 20px; color: #5c554f">If the button does nothing, open this address in your browser:</p>
                        <p style="margin: 0; font-size: 13px; line-height: 19px; word-break: break-all"><a class="link" href="{{ .SiteURL }}/confirm-email/change#token_hash={{ .TokenHash }}" target="_blank" style="color: #92400e">{{ .SiteURL }}/confirm-email/change#token_hash={{ .TokenHash }}</a></p>
                      </div>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td style="padding: 20px 4px 0; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                <p class="muted" style="margin: 0 0 4px; font-size: 13px; line-height: 19px; color: #5c554f">You did not ask for this? Then do not open the link, and choose a new password to be safe.</p>
                <p class="muted" style="margin: 0; font-size: 13px; line-height: 19px; color: #5c554f"><a class="link" href="{{ .SiteURL }}" target="_blank" style="color: #92400e">Point 0</a>: mentors for early-stage founders in India.</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`,
    text: `Confirm your new email

Your Point 0 account is about to move from {{ .Email }} to {{ .NewEmail }}.
The change counts once both addresses confirmed it: open the link here, and the
one in our mail to the other address.

{{ .SiteURL }}/confirm-email/change#token_hash={{ .TokenHash }}

The link works once, within the next hour. Until both links were opened, you log
in with the old address.

You did not ask for this? Then do not open the link, and choose a new password
to be safe.

--
Point 0: mentors for early-stage founders in India.
{{ .SiteURL }}
`,
  },
  recovery: {
    subject: `Choose a new password for Point 0`,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <title>Choose a new password for Point 0</title>
    <style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .canvas { background-color: #13110f !important; }
        .card { background-color: #1c1916 !important; border-color: #35302a !important; }
        .ink { color: #f7f4f0 !important; }
        .muted { color: #b3aba1 !important; }
        .link { color: #fcd34d !important; }
        .ring { border-color: #f7f4f0 !important; }
        .rule { border-color: #35302a !important; }
        .dots { border-color: #4a433b !important; }
      }
      @media (max-width: 480px) {
        .card-cell { padding: 28px 22px !important; }
        .title { font-size: 24px !important; line-height: 30px !important; }
      }
    </style>
  </head>
  <body class="canvas" style="margin: 0; padding: 0; background-color: #fbfaf8; -webkit-text-size-adjust: 100%">
    <div style="display: none; max-height: 0; overflow: hidden">The link to choose a new password.</div>
    <table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #fbfaf8">
      <tr>
        <td align="center" style="padding: 32px 16px 40px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px">
            <tr>
              <td style="padding: 0 4px 20px">
                <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="ink" style="font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 20px; line-height: 26px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917; padding-right: 7px">Point</td>
                    <td valign="middle">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" title="0">
                        <tr>
                          <td class="ring" width="19" height="19" align="center" valign="middle" style="width: 19px; height: 19px; border: 3px solid #1c1917; border-radius: 50%; font-size: 0; line-height: 0"><div style="display: inline-block; width: 9px; height: 9px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td class="card" style="background-color: #ffffff; border: 1px solid #e7e3de; border-radius: 12px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                  <tr>
                    <td class="card-cell" style="padding: 36px 40px 32px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 18px">
                        <tr>
                          <td width="10" valign="middle"><div style="width: 10px; height: 10px; border-radius: 50%; background-color: #fbbf24; font-size: 0; line-height: 0">&nbsp;</div></td>
                          <td width="180" valign="middle" style="padding-left: 10px"><div class="dots" style="width: 180px; height: 0; border-top: 3px dotted #d0cac3; font-size: 0; line-height: 0">&nbsp;</div></td>
                        </tr>
                      </table>
                      <h1 class="ink title" style="margin: 0 0 12px; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 28px; line-height: 34px; font-weight: 700; letter-spacing: -0.02em; color: #1c1917">Choose a new password</h1>
                      <p class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 26px; color: #1c1917">Someone, hopefully you, asked for a new password for the Point 0 account of <strong>{{ .Email }}</strong>.</p>
                      <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 12px 0 28px">
                        <tr>
                          <td style="border-radius: 8px; background-color: #fbbf24">
                            <a href="{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}&amp;type=recovery" target="_blank" style="display: inline-block; padding: 13px 24px; border: 1px solid #fbbf24; border-radius: 8px; background-color: #fbbf24; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 22px; font-weight: 700; color: #1c1917; text-decoration: none">Choose a new password</a>
                          </td>
                        </tr>
                      </table>
                      <p class="muted" style="margin: 0 0 24px; font-size: 14px; line-height: 20px; color: #5c554f">The link works once, within the next hour. Until you choose a new password, the old one stays.</p>
                      <div class="rule" style="border-top: 1px solid #e7e3de; padding-top: 20px">
                        <p class="muted" style="margin: 0 0 6px; font-size: 14px; line-height: 20px; color: #5c554f">If the button does nothing, open this address in your browser:</p>
                        <p style="margin: 0; font-size: 13px; line-height: 19px; word-break: break-all"><a class="link" href="{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}&amp;type=recovery" target="_blank" style="color: #92400e">{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}&amp;type=recovery</a></p>
                      </div>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
            <tr>
              <td style="padding: 20px 4px 0; font-family: Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
                <p class="muted" style="margin: 0 0 4px; font-size: 13px; line-height: 19px; color: #5c554f">It was not you? Then ignore this message. Nobody can change your password without this link.</p>
                <p class="muted" style="margin: 0; font-size: 13px; line-height: 19px; color: #5c554f"><a class="link" href="{{ .SiteURL }}" target="_blank" style="color: #92400e">Point 0</a>: mentors for early-stage founders in India.</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`,
    text: `Choose a new password

Someone, hopefully you, asked for a new password for the Point 0 account of
{{ .Email }}. Choose it here:

{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}&type=recovery

The link works once, within the next hour. Until you choose a new password,
the old one stays.

It was not you? Then ignore this message. Nobody can change your password
without this link.

--
Point 0: mentors for early-stage founders in India.
{{ .SiteURL }}
`,
  },
} as const;
