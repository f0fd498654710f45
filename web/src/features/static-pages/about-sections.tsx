import { aboutUs } from '#copy/static/about-us.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ContactFacts } from './contact-facts.tsx';

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
            className="relative border-t border-line pt-5 before:absolute before:-top-1 before:left-0 before:size-2 before:rounded-full before:bg-accent"
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
