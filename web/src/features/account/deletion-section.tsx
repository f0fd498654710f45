import { useState } from 'react';
import { account } from '#copy/account.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { Button } from '#ui/button.tsx';

const { deletion: copy } = account;

const DeleteAccountDialog = lazyPart(() =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog),
);

export function DeletionSection() {
  const [times, setTimes] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="max-w-prose text-muted">{copy.text}</p>
      <Button
        variant="danger"
        className="mt-4"
        onClick={() => {
          setTimes(times + 1);
          setIsOpen(true);
        }}
      >
        {copy.open}
      </Button>
      {/* A new one each time: what was typed counts once. */}
      <DeleteAccountDialog key={times} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
