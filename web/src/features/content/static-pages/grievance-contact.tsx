import { grievance as copy } from '#copy/content/static/grievance.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';

const LINK =
  'font-medium text-accent-text underline decoration-accent-line underline-offset-4 hover:decoration-current';

/** Who answers complaints about data, and within how many days. */
export function GrievanceContact() {
  const { name, email, phone, days } = usePublicEnv().grievance;
  const facts = [
    { label: copy.name, value: name ?? copy.unnamed },
    {
      label: copy.email,
      value: (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      ),
    },
    {
      label: copy.phone,
      value: phone !== null && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={LINK}>
          {phone}
        </a>
      ),
    },
    { label: copy.answer, value: copy.within(days) },
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 break-words sm:grid-cols-[auto_1fr]">
      {facts
        .filter(({ value }) => value !== false)
        .map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-sm leading-[1.625rem] text-muted max-sm:-mb-3">{label}</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
