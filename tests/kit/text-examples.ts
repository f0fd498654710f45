/**
 * What people really paste, and what becomes of it (docs/product/site.md#cleaning-of-text): one table for the rules of
 * the browser and of the functions, and for the database. Characters that cannot be seen are written as escapes.
 */

/** A line as typed, and as it is stored; '' is a line of which nothing can be seen. */
export const LINES: readonly (readonly [typed: string, stored: string])[] = [
  // Names of any script, apostrophes, one emoji: as they are.
  ['Ananya Iyer', 'Ananya Iyer'],
  ["Sinéad O'Connor", "Sinéad O'Connor"],
  ['D’Souza', 'D’Souza'],
  ['प्रिया शर्मा', 'प्रिया शर्मा'],
  ['অনন্যা সেন', 'অনন্যা সেন'],
  ['ಅನನ್ಯ', 'ಅನನ್ಯ'],
  ['அனன்யா', 'அனன்யா'],
  ['అనన్య', 'అనన్య'],
  ['അനന്യ', 'അനന്യ'],
  ['ਅਨੰਨਿਆ', 'ਅਨੰਨਿਆ'],
  ['અનન્યા', 'અનન્યા'],
  ['ଅନନ୍ୟା', 'ଅନନ୍ୟା'],
  ['اننیا', 'اننیا'],
  ['אנניה', 'אנניה'],
  ['李小龍', '李小龍'],
  ['김민준', '김민준'],
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['🚀', '🚀'],
  ['Asha 🙂', 'Asha 🙂'],
  ['A', 'A'],
  ['Mary-Jane Smith, Jr.', 'Mary-Jane Smith, Jr.'],
  // Joiners inside words and emoji stay, and at the end what shapes the character before it.
  ['क्\u200dष', 'क्\u200dष'],
  ['শ্রী\u200cমান', 'শ্রী\u200cমান'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩\u200d💻', '👩\u200d💻'],
  ['👨\u200d👩\u200d👧 family', '👨\u200d👩\u200d👧 family'],
  ['മോഹന്\u200d', 'മോഹന്\u200d'],
  ['മോഹന്\u200d\u200b ', 'മോഹന്\u200d'],
  ['উৎ ত্\u200d\u200d', 'উৎ ত্\u200d'],
  ['Asha \u2764\ufe0f', 'Asha \u2764\ufe0f'],
  ['Asha \u2764\ufe0f\u200b\ufe0f', 'Asha \u2764\ufe0f'],
  ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
  ['🏳\ufe0f\u200d🌈', '🏳\ufe0f\u200d🌈'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['A\u200bB', 'A\u200bB'],
  ['co\u00adoperate', 'co\u00adoperate'],
  // Composed.
  ['Ame\u0301lie', 'Amélie'],
  ['Zoe\u0308', 'Zoë'],
  ['Nguye\u0302\u0303n', 'Nguyễn'],
  ['क\u093c', 'क\u093c'],
  ['\u0958', 'क\u093c'],
  ['ব\u09be\u09c7\u09be', 'ব\u09be\u09cb'],
  ['\u212bngstro\u0308m', 'Ångström'],
  ['\u1112\u1161\u11ab', '한'],
  ['e\u200f\u0301', 'é'],
  ['\u2126', 'Ω'],
  ['ﬁ', 'ﬁ'],
  // Without the controls of writing direction.
  ['\u202aAnanya\u202c', 'Ananya'],
  ['\u202eayn\u202cA', 'aynA'],
  ['\u2066Ananya\u2069 Iyer', 'Ananya Iyer'],
  ['Anan\u200eya', 'Ananya'],
  ['Anan\u200fya', 'Ananya'],
  ['\u061cاننیا\u061c', 'اننیا'],
  ['\u2067\u2068\u202b\u202dAnanya\u202c\u202c\u2069\u2069', 'Ananya'],
  ['a \u200e b', 'a b'],
  ['a\u202a', 'a'],
  // Without characters that are drawn as nothing at both ends.
  ['\u200bAnanya', 'Ananya'],
  ['Ananya\u200b', 'Ananya'],
  ['\ufeffAnanya\ufeff', 'Ananya'],
  ['\u00adAnanya\u00ad', 'Ananya'],
  ['\u2060Ananya\u2064', 'Ananya'],
  ['\u3164Ananya\u3164', 'Ananya'],
  ['\u115fAnanya\u1160', 'Ananya'],
  ['\uffa0Ananya\u034f', 'Ananya'],
  ['\u200d\u200cAnanya\u200c\u200d', 'Ananya'],
  ['\u180eAnanya\u180b', 'Ananya'],
  ['\ufe0fAnanya\ufe0f', 'Ananya'],
  ['\u{e0041}Ananya\u{e007f}', 'Ananya'],
  ['\u17b4Ananya\u17b5', 'Ananya'],
  ['\u{1d173}Ananya\u{1bca0}', 'Ananya'],
  ['\u2800Ananya\u2800', 'Ananya'],
  ['\ufff9Ananya\ufffb', 'Ananya'],
  [' \u200b \ufeff\u00a0Ananya\u00a0\u200b ', 'Ananya'],
  // Every kind of space is one space.
  ['  Ananya  Iyer  ', 'Ananya Iyer'],
  ['Ananya\u00a0Iyer', 'Ananya Iyer'],
  ['Ananya\u00a0 \u2003Iyer', 'Ananya Iyer'],
  ['Ananya\u1680Iyer', 'Ananya Iyer'],
  ['Ananya\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200aIyer', 'Ananya Iyer'],
  ['Ananya\u202fIyer', 'Ananya Iyer'],
  ['Ananya\u205fIyer', 'Ananya Iyer'],
  ['\u3000李\u3000小龍\u3000', '李 小龍'],
  ['Ananya\tIyer', 'Ananya Iyer'],
  ['Ananya\nIyer', 'Ananya Iyer'],
  ['Ananya\r\n\r\nIyer\n', 'Ananya Iyer'],
  ['Ananya\u2028\u2029\u0085Iyer', 'Ananya Iyer'],
  ['Ananya\u0007\u001b\u007f\u009fIyer', 'Ananya Iyer'],
  // Nothing to see is nothing.
  ['', ''],
  [' ', ''],
  ['\n\t\r\n', ''],
  ['\u3164', ''],
  ['\u3164\u3164\u3164', ''],
  ['\u2800', ''],
  ['\u2800 \u2800', ''],
  ['\u115f', ''],
  ['\u1160\uffa0', ''],
  ['\u200b', ''],
  ['\u200b\u200c\u200d\u200e\u200f', ''],
  ['\u00a0\u3000', ''],
  ['\u00ad\u034f', ''],
  ['\u2060\u2061\u2062\u2063\u2064', ''],
  ['\ufe0f\ufe0e', ''],
  ['\u202e\u202c', ''],
  ['\u{e0020}\u{e007f}', ''],
  ['\u{e0100}\u{e01ef}', ''],
  ['\u0001\u0002', ''],
  ['\ufff9\ufffa\ufffb', ''],
  ['\u17b4\u17b5\u180b\u180f', ''],
];

/** A text of several lines as typed, and as it is stored. */
export const TEXTS: readonly (readonly [typed: string, stored: string])[] = [
  ['One\nTwo', 'One\nTwo'],
  ['One\r\nTwo\rThree', 'One\nTwo\nThree'],
  ['One\n\n\nTwo', 'One\n\n\nTwo'],
  ['One\vTwo\fThree', 'One\nTwo\nThree'],
  ['One\u2028Two\u2029Three\u0085Four', 'One\nTwo\nThree\nFour'],
  ['\n\n One \n two \n\n', 'One \n two'],
  ['One\u00a0\u2003two\nthree', 'One  two\nthree'],
  ['- a\n\t- b', '- a\n - b'],
  ['\u200b\nOne\n\u200b', 'One'],
  ['\u3164\n\u2800\n\u115f', ''],
  ['\n', ''],
  ['\u202eOne\n\u202cTwo', 'One\nTwo'],
  ['e\u0301\ne\u0301', 'é\né'],
  ['क्\u200dष\nक्\u200d', 'क्\u200dष\nक्\u200d'],
  ['Thanks 🙏🏽\n\u2764\ufe0f', 'Thanks 🙏🏽\n\u2764\ufe0f'],
];

/** What a form says; undefined where it takes what was typed. */
type Reason = string | undefined;

const ONLY_DIGITS = 'Please write the phone number with digits only, for example +91 98765 43210.';
const TEN_DIGITS = 'Phone number must be at least 10 digits';

/** A telephone number as typed, as both forms store it, and why they refuse it. */
export const PHONES: readonly (readonly [typed: string, stored: string, refusal?: Reason])[] = [
  ['9876543210', '9876543210'],
  ['98765.43210', '98765.43210'],
  ['+91 98 765 43210', '+91 98 765 43210'],
  ['(+91) 98765 43210', '(+91) 98765 43210'],
  ['0091 98765 43210', '0091 98765 43210'],
  ['+91 (0)98765 43210', '+91 (0)98765 43210'],
  ['+91\u201198765\u201143210', '+91\u201198765\u201143210'],
  ['+91\u00a098765\u00a043210', '+91 98765 43210'],
  ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
  ['\u2066+91 98765 43210\u2069\u200b', '+91 98765 43210'],
  ['+91\u201398765\u221243210', '+91\u201398765\u221243210'],
  ['+91 98765  43210', '+91 98765 43210'],
  ['(022) 2345 6789', '(022) 2345 6789'],
  ['022/2345-6789', '022/2345-6789'],
  ['9876 O43210', '9876 O43210', ONLY_DIGITS],
  ['9876543210 x1', '9876543210 x1', ONLY_DIGITS],
  ['98765 four 43210', '98765 four 43210', ONLY_DIGITS],
  ['९८७६५४३२१०', '९८७६५४३२१०', ONLY_DIGITS],
  ['98765 4321', '98765 4321', TEN_DIGITS],
  ['+91 98765 ...', '+91 98765 ...', TEN_DIGITS],
  ['98765-4321-', '98765-4321-', TEN_DIGITS],
];

/** A telephone number as stored, and what its link dials. */
export const TEL_LINKS: readonly (readonly [stored: string, link: string | null])[] = [
  ['+91 (0)98765 43210', 'tel:+919876543210'],
  ['(+91) 98765 43210', 'tel:+919876543210'],
  ['+91 98765 43210', 'tel:+919876543210'],
  ['98765 43210', 'tel:+919876543210'],
  ['098765 43210', 'tel:+919876543210'],
  ['0091 98765 43210', 'tel:+919876543210'],
  ['98765.43210', 'tel:+919876543210'],
  ['+91\u201198765\u201143210', 'tel:+919876543210'],
  ['98765 43210 / 91234 56789', 'tel:+919876543210'],
  ['98765 43210, 91234 56789', 'tel:+919876543210'],
  ['98765;43210', 'tel:9876543210'],
  ['+91 98765 43210 +91 91234 56789', 'tel:+919876543210'],
  ['9876543210 9123456789', 'tel:+919876543210'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['(022) 2345-6789', 'tel:+912223456789'],
  ['+1 (415) 555-2671', 'tel:+14155552671'],
  ['not given', null],
];

const ONE_EMAIL = 'Please enter one email address only.';
const NO_SPACES = 'An email address has no spaces inside. Please check it.';
const NO_EMAIL = 'Please enter a valid email address.';

/** An e-mail address as typed, as it is stored, and why the forms refuse it. */
export const EMAILS: readonly (readonly [typed: string, stored: string, refusal?: Reason])[] = [
  ['priya@startup.example', 'priya@startup.example'],
  [' Priya@Startup.EXAMPLE ', 'priya@startup.example'],
  ['priya@उदाहरण.भारत', 'priya@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['priya@xn--p1b6ci4b4b3a.xn--h2brj9c', 'priya@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['priya@bücher.example', 'priya@xn--bcher-kva.example'],
  ['a&b@x.in', 'a&b@x.in'],
  ['a/b@x.in', 'a/b@x.in'],
  ["o'connor+test@x.in", "o'connor+test@x.in"],
  ['\u200bpriya@x.in', 'priya@x.in'],
  ['\ufeffpriya@x.in\u200b', 'priya@x.in'],
  ['\u202apriya@x.in\u202c', 'priya@x.in'],
  ['\u00a0priya@x.in\u00a0', 'priya@x.in'],
  ['mailto:priya@x.in', 'priya@x.in'],
  ['MAILTO: priya@x.in', 'priya@x.in'],
  ['\u200bmailto:priya@x.in', 'priya@x.in'],
  ['priya@x.in, ravi@x.in', 'priya@x.in, ravi@x.in', ONE_EMAIL],
  ['priya@x.in;ravi@x.in', 'priya@x.in;ravi@x.in', ONE_EMAIL],
  ['priya@x.in ravi@x.in', 'priya@x.in ravi@x.in', ONE_EMAIL],
  ['priya @x.in', 'priya @x.in', NO_SPACES],
  ['priya sen@x.in', 'priya sen@x.in', NO_SPACES],
  ['priya@x .in', 'priya@x .in', NO_SPACES],
  ['priya', 'priya', NO_EMAIL],
  ['priya@', 'priya@', NO_EMAIL],
  ['@x.in', '@x.in', NO_EMAIL],
];

/** A LinkedIn profile, an intro video and a link as typed, and as they are stored. */
export const LINKEDIN: readonly (readonly [typed: string, stored: string])[] = [
  ['https://www.linkedin.com/in/asha\u200b', 'https://www.linkedin.com/in/asha'],
  ['https://www.linkedin.com/in/asha\u200e\ufeff', 'https://www.linkedin.com/in/asha'],
  ['\u202ahttps://www.linkedin.com/in/asha\u202c', 'https://www.linkedin.com/in/asha'],
  ['linkedin.com/in/asha\u00a0', 'https://linkedin.com/in/asha'],
];
export const INTRO_VIDEOS: readonly (readonly [typed: string, stored: string])[] = [
  ['https://youtu.be/dQw4w9WgXcQ\u200b', 'https://youtu.be/dQw4w9WgXcQ'],
  ['\ufeffhttps://vimeo.com/76979871\u2060', 'https://vimeo.com/76979871'],
];
export const LINKS: readonly (readonly [typed: string, stored: string])[] = [
  ['https://deck.example/asha\u200b', 'https://deck.example/asha'],
  ['\u2066https://deck.example/asha\u2069\ufeff', 'https://deck.example/asha'],
];

/** An address at YouTube, and the id of its video; null where it leads to none. */
export const YOUTUBE: readonly (readonly [address: string, id: string | null])[] = [
  ['https://youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/u/1/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/u/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/u/1/abcdefghijk', 'abcdefghijk'],
  ['https://www.youtube.com/embed/live_strea-', 'live_strea-'],
  ['https://youtu.be/videoseries', 'videoseries'],
  ['https://www.youtube.com/embed/videoseries?list=PL1', null],
  ['https://www.youtube.com/embed/videoseries', null],
  ['https://www.youtube.com/embed/VideoSeries#a', null],
  ['https://www.youtube.com/embed/live_stream?channel=UC1', null],
  ['https://www.youtube-nocookie.com/embed/live_stream', null],
  ['https://www.youtube.com/u/startupindi', null],
  ['https://www.youtube.com/u/StartupIndi/videos', null],
];

/** A typed search, and what it must find. */
export const SEARCHES: readonly (readonly [typed: string, found: string])[] = [
  ['Ame\u0301lie', 'Amélie Roy'],
  ['\u200bAnanya', 'Ananya Iyer'],
  ['Ananya\u00a0Iyer', 'Ananya Iyer'],
  ['\u202aananya\u202c', 'Ananya Iyer'],
  ['  IYER\ufeff', 'Ananya Iyer'],
  ['\u0958\u0924\u0930', 'क\u093cतर'],
];
