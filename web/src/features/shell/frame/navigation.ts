import { shell } from '#copy/shell/frame.ts';
import { paths } from '#lib/paths.ts';

export const MAIN_LINKS = [
  { to: paths.home, label: shell.home },
  { to: paths.mentors, label: shell.mentors },
  { to: paths.pointZero, label: shell.pointZero },
  { to: paths.wallOfImpact, label: shell.wallOfImpact },
  { to: paths.aboutUs, label: shell.aboutUs },
];

export const FOOTER_COLUMNS = [
  {
    title: shell.footerExplore,
    links: [
      { to: paths.mentors, label: shell.findMentor },
      { to: paths.joinAsMentor, label: shell.joinAsMentor },
      { to: paths.pointZero, label: shell.pointZero },
    ],
  },
  {
    title: shell.footerPolicies,
    links: [
      { to: paths.terms, label: shell.terms },
      { to: paths.privacy, label: shell.privacy },
      { to: paths.refunds, label: shell.refunds },
      { to: paths.ourPromise, label: shell.ourPromise },
      { to: paths.contact, label: shell.contactUs },
    ],
  },
];
