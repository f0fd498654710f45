import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { forgetKept, keep, readKept } from '#lib/drafts.ts';
import { Button } from '#ui/button.tsx';
import { BriefQuestion } from './brief-fields.tsx';
import { keptName, textOf } from './brief-form.ts';

const { beforeLogIn: copy } = sessionBrief;

/** Not what a person typed whose session ended: it waits for them. */
function visitorsKept(name: string) {
  const kept = readKept(name);
  return kept?.of ? null : kept;
}

/** In the dialog "Login Required": what is typed here waits in this browser, also for a tab that an e-mail opens. */
export function BriefBeforeLogIn({ mentorId }: { mentorId: string }) {
  const id = useId();
  const name = keptName(mentorId);
  const [text, setText] = useState(() => textOf(visitorsKept(name)));
  const [isOpen, setIsOpen] = useState(text.question !== '');

  const change = (question: string) => {
    const changed = { ...text, question };
    setText(changed);
    if (question.trim() === '') forgetKept(name);
    else keep(name, changed);
  };

  return (
    <div>
      <Button
        variant="quiet"
        size="sm"
        className="-ml-3 max-w-full whitespace-normal! text-left"
        aria-expanded={isOpen}
        aria-controls={`${id}-part`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown
          className={`size-4 shrink-0 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          aria-hidden="true"
        />
        {copy.open}
      </Button>
      <div id={`${id}-part`} hidden={!isOpen} className="mt-2">
        <BriefQuestion id={`${id}-question`} value={text.question} hint={copy.kept} onChange={change} />
        {text.question !== '' && (
          <Button variant="quiet" size="sm" className="-ml-3 mt-1 text-muted hover:text-ink" onClick={() => change('')}>
            {copy.clear}
          </Button>
        )}
      </div>
    </div>
  );
}
