/** Why a server gave no answer; `login` is a mail server's alone. */
type NoAnswer = 'refused' | 'name' | 'plain' | 'certificate' | 'time' | 'login' | 'other';

const CODES: readonly [NoAnswer, RegExp][] = [
  ['refused', /ECONNREFUSED/],
  ['name', /ENOTFOUND|EAI_AGAIN|EDNS/],
  // What answers speaks no TLS, though the address says so.
  ['plain', /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/],
  ['certificate', /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|ETLS|EPROTO\b/],
  ['time', /TIMEDOUT|TIMEOUT/],
  ['login', /EAUTH/],
];

/** @param code what Node, its TLS or the SMTP library calls the failure, or a text that holds such a code */
export const noAnswerOf = (code: string): NoAnswer => CODES.find(([, codes]) => codes.test(code))?.[0] ?? 'other';
