import { aboutUs } from '#copy/content/static/about-us.ts';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { shell } from '#copy/shell/frame.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';

const { values, contacts } = aboutUs;

export function Values() {
  return (
    <section aria-labelledby="values" className="page-width pb-14 md:pb-20">
      <h2 id="values" className="text-xl">
        {values.title}
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {values.items.map(({ title, body }) => (
          <li
            key={title}
            className={
              'relative border-t border-line pt-5 before:absolute before:-top-1 before:left-0 ' +
              'before:size-2 before:rounded-full before:bg-accent'
            }
          >
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1.5 text-muted">{body}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Contacts() {
  return (
    <section
      aria-labelledby="contacts"
      className="page-width grid gap-x-16 gap-y-8 pt-14 md:pt-20 lg:grid-cols-[1fr_1.15fr]"
    >
      <div>
        <h2 id="contacts" className="text-2xl">
          {contacts.title}
        </h2>
        <p className="mt-2 text-muted">{contacts.body}</p>
        <div className="mt-6 flex flex-wrap gap-3 print:hidden">
          <ButtonLink to={paths.contact}>{contacts.action}</ButtonLink>
          <ButtonLink to={paths.joinAsMentor} variant="secondary">
            {contacts.joinAsMentor}
          </ButtonLink>
        </div>
      </div>
      <ContactFacts />
    </section>
  );
}

/** The address, by e-mail and on foot, and when we answer. */
function ContactFacts() {
  const { contactEmail } = usePublicEnv();
  const facts = [
    {
      label: staticPages.emailLabel,
      value: (
        <a
          href={`mailto:${contactEmail}`}
          className={
            'font-medium text-accent-text underline decoration-accent-line underline-offset-4 hover:decoration-current'
          }
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
