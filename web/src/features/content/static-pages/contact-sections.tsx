import { Clock, Mail, MapPin, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { contact } from '#copy/content/static/contact.ts';
import { grievance } from '#copy/content/static/grievance.ts';
import { staticPages } from '#copy/content/static/static-pages.ts';
import { shell } from '#copy/shell/frame.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { Card } from '#ui/card.tsx';
import { PointList } from '#ui/prose/point-list.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';
import { GrievanceContact } from './grievance-contact.tsx';

const { hours, ways, urgent, include, answers } = contact;

const ACTION =
  'mt-auto inline-flex min-h-11 items-center pt-3 font-medium text-accent-text underline ' +
  'decoration-accent-line underline-offset-4 hover:decoration-current';

/** How to reach us and when: the first screen of the contact page. */
export function ContactWays() {
  const { contactEmail, supportChatUrl } = usePublicEnv();
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[1.6fr_1fr] lg:gap-14">
      <section aria-labelledby="ways">
        <h2 id="ways" className="text-xl">
          {ways.title}
        </h2>
        <ul className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2">
          <ContactMethod icon={<Mail />} title={ways.email.title} body={ways.email.body}>
            <p className="mt-2 font-medium break-words">{contactEmail}</p>
            <a href={`mailto:${contactEmail}`} className={ACTION}>
              {ways.email.action}
            </a>
          </ContactMethod>
          <ContactMethod icon={<MessageCircle />} title={ways.chat.title} body={ways.chat.body}>
            <a href={supportChatUrl} target="_blank" rel="noopener noreferrer" className={ACTION}>
              {ways.chat.action}
              <span className="sr-only"> ({staticPages.opensInNewTab})</span>
            </a>
          </ContactMethod>
          <ContactMethod icon={<MapPin />} title={ways.campus.title} body={ways.campus.body} className="sm:col-span-2">
            <address className="mt-2 font-medium not-italic">{shell.address}</address>
          </ContactMethod>
        </ul>
      </section>
      <section aria-labelledby="hours">
        <h2 id="hours" className="text-xl">
          {hours.title}
        </h2>
        <Card className="@container mt-5 p-5 sm:p-6">
          <table className="w-full text-left">
            <caption className="sr-only">{hours.table}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{hours.day}</th>
                <th scope="col">{hours.time}</th>
              </tr>
            </thead>
            <tbody>
              {hours.rows.map(({ day, time }) => (
                <tr key={day} className="border-b border-line">
                  <th scope="row" className="py-2.5 pr-4 font-normal text-muted">
                    {day}
                  </th>
                  <td className="py-2.5 text-right font-medium nums @tight:whitespace-nowrap">{time}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-4 flex gap-2.5 text-muted">
            <Clock className="mt-1 size-4.5 shrink-0 text-accent-text" aria-hidden="true" />
            <span>
              <RichText>{hours.answer}</RichText>
            </span>
          </p>
        </Card>
        <section
          aria-labelledby="urgent"
          className="mt-4 rounded-card border border-accent-line bg-accent-soft p-5 sm:p-6"
        >
          <h3 id="urgent" className="text-lg">
            {urgent.title}
          </h3>
          <p className="mt-2">
            <RichText>{urgent.body}</RichText>
          </p>
          <a href={`mailto:${contactEmail}?subject=${encodeURIComponent(urgent.subject)}`} className={ACTION}>
            {urgent.action}
          </a>
        </section>
      </section>
    </div>
  );
}

type ContactMethodProps = { icon: ReactNode; title: string; body: string; className?: string; children: ReactNode };

function ContactMethod({ icon, title, body, className = '', children }: ContactMethodProps) {
  return (
    <li className={`flex flex-col rounded-card border border-line bg-surface p-5 sm:p-6 ${className}`}>
      <span
        aria-hidden="true"
        className="mb-4 grid size-10 place-items-center rounded-full bg-accent-soft text-accent-text [&>svg]:size-5"
      >
        {icon}
      </span>
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 text-muted">{body}</p>
      {children}
    </li>
  );
}

/** Who answers complaints about data. */
export function Complaints() {
  return (
    <section aria-labelledby="complaints" className="mt-16 max-w-prose">
      <h2 id="complaints" className="text-xl">
        {grievance.title}
      </h2>
      <p className="mt-4 mb-4 text-muted">{grievance.intro}</p>
      <GrievanceContact />
      <p className="mt-4 text-muted">{grievance.board}</p>
    </section>
  );
}

/** What to write, and what may not need writing at all. */
export function ContactAdvice() {
  return (
    <div className="mt-16 grid gap-12 lg:grid-cols-2 lg:gap-14">
      <section aria-labelledby="include">
        <h2 id="include" className="text-xl">
          {include.title}
        </h2>
        <div className="mt-4 flex max-w-prose flex-col gap-4 text-muted">
          <p>{include.intro}</p>
          <PointList points={include.points} />
          <p className="border-l-2 border-accent pl-4 text-ink">{include.caution}</p>
        </div>
      </section>
      <section aria-labelledby="answers">
        <h2 id="answers" className="text-xl">
          {answers.title}
        </h2>
        <ul className="mt-4 max-w-prose divide-y divide-line border-y border-line">
          {answers.items.map(({ question, answer }) => (
            <li key={question} className="py-4">
              <h3 className="font-sans text-base font-semibold tracking-normal">{question}</h3>
              <p className="mt-1 text-muted">
                <RichText>{answer}</RichText>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
