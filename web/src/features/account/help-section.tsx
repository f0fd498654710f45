import { account } from '#copy/account.ts';
import { GrievanceContact } from '#features/static-pages/grievance-contact.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';

const { help: copy } = account;

export function HelpSection() {
  return (
    <div className="grid gap-3">
      <p className="text-muted">{copy.text}</p>
      <GrievanceContact />
      <p className="text-muted">
        {copy.board} <RichText>{copy.policy}</RichText>
      </p>
    </div>
  );
}
