import { account } from '#copy/account.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { RichText } from '#ui/prose/rich-text.tsx';

const { help: copy } = account;

export function HelpSection() {
  const { contactEmail } = usePublicEnv();
  return (
    <div className="grid gap-3">
      <p className="text-muted">{copy.text}</p>
      <p>{contactEmail}</p>
      <p className="text-muted">
        {copy.board} <RichText>{copy.policy}</RichText>
      </p>
    </div>
  );
}
