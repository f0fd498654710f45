import { type ComponentType, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { account as copy } from '#copy/people/account.ts';
import { GrievanceContact } from '#features/content/static-pages/grievance-contact.tsx';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';
import { AgreementsSection } from './agreements-section.tsx';
import { DataSection } from './data-section.tsx';
import { DetailsSection, PHONE_FIELD } from './details-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EasyPasswordAlert } from './easy-password-alert.tsx';
import { EmailSection } from './email-section.tsx';
import { FoldingSection } from './folding-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

const DeleteAccountDialog = lazyPart(() =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog),
);

interface Section {
  id: string;
  /** A field of it that an address may name instead. */
  field?: string;
  title: string;
  Content: ComponentType<{ userId: string }>;
}

const SECTIONS: readonly Section[] = [
  { id: 'details', field: PHONE_FIELD, title: copy.details.title, Content: DetailsSection },
  { id: 'email', title: copy.email.title, Content: EmailSection },
  { id: 'password', title: copy.password.title, Content: PasswordSection },
  { id: 'two-step', title: copy.twoStep.title, Content: TwoStepSection },
  { id: 'sessions', title: copy.sessions.title, Content: DevicesSection },
  { id: 'notifications', title: copy.notifications.title, Content: NotificationsSection },
  { id: 'agreements', title: copy.agreements.title, Content: AgreementsSection },
  { id: 'data', title: copy.data.title, Content: DataSection },
  { id: 'help', title: copy.help.title, Content: HelpSection },
  { id: 'delete', title: copy.deletion.title, Content: DeletionSection },
];

/** The page /account of a person who is signed in. `named` is the section or the field in the address. */
export function Account({ userId, named }: { userId: string; named: string }) {
  const open = SECTIONS.find(({ id, field }) => named === id || named === field)?.id;
  const navigate = useNavigate();
  const isFolding = useMediaQuery('(width < 48rem)', false);

  const fold = (id: string, isOpen: boolean) =>
    void navigate({ pathname: paths.account, hash: isOpen ? id : '' }, { replace: true, preventScrollReset: true });

  return (
    <div className="page-width py-8 md:py-12">
      <h1 className="text-2xl">{copy.title}</h1>
      <EasyPasswordAlert className="mt-6 max-w-2xl" />
      <div className="mt-6 md:mt-8 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label={copy.sections} className="sticky top-24 hidden self-start lg:block">
          <ul className="-ml-3 grid gap-0.5">
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={{ hash: id }}
                  replace
                  aria-current={id === open ? 'location' : undefined}
                  className={cn(
                    'block rounded-control px-3 py-1.5 text-sm transition-colors hover:bg-sunken',
                    id === open ? 'bg-sunken font-medium text-ink' : 'text-muted hover:text-ink',
                  )}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div
          className={
            'max-w-2xl max-md:divide-y max-md:divide-line max-md:rounded-card max-md:border max-md:border-line ' +
            'max-md:bg-surface md:space-y-10'
          }
        >
          {SECTIONS.map(({ id, title, Content }) => (
            <FoldingSection
              key={id}
              id={id}
              title={title}
              isNamed={id === open}
              isFolding={isFolding}
              onFold={(isOpen) => fold(id, isOpen)}
            >
              <Content userId={userId} />
            </FoldingSection>
          ))}
        </div>
      </div>
    </div>
  );
}

function HelpSection() {
  return (
    <div className="grid gap-3">
      <p className="text-muted">{copy.help.text}</p>
      <GrievanceContact />
      <p className="text-muted">
        {copy.help.board} <RichText>{copy.help.policy}</RichText>
      </p>
    </div>
  );
}

function DeletionSection() {
  const [times, setTimes] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="max-w-prose text-muted">{copy.deletion.text}</p>
      <Button
        variant="danger"
        className="mt-4"
        onClick={() => {
          setTimes(times + 1);
          setIsOpen(true);
        }}
      >
        {copy.deletion.open}
      </Button>
      {/* A new one each time: what was typed counts once. */}
      <DeleteAccountDialog key={times} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
