import { shell } from '#copy/shell.ts';
import { staticPages } from '#copy/static/static-pages.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';

/** The address, by e-mail and on foot, and when somebody answers. */
export function ContactFacts() {
  const { contactEmail } = usePublicEnv();
  const facts = [
    {
      label: staticPages.emailLabel,
      value: (
        <a
          href={`mailto:${contactEmail}`}
          className="font-medium text-accent-text underline decoration-accent-line underline-offset-4 hover:decoration-current"
        >
          {contactEmail}
        </a>
      ),
    },
    { label: staticPages.addressLabel, value: shell.address },
    { label: staticPages.supportHoursLabel, value: staticPages.supportHours },
    { label: staticPages.answerLabel, value: staticPages.answer },
  ];
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-sm leading-[1.625rem] text-muted max-sm:-mb-4">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
