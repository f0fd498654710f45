import { useState } from 'react';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { isolate } from '#lib/isolate.tsx';
import { toast } from '#lib/toast.ts';
import { SUMMARY_LENGTH } from '#rules/sessions/session-page.ts';
import { isOfLength } from '#rules/shell/form-fields.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Block, Conflict } from './block.tsx';
import type { SessionNames } from './session-names.ts';
import {
  type SessionPageData,
  type Summary,
  saveSummary,
  shareSummary,
  type WriteRefusal,
} from './session-page.data.ts';

const { summary: copy } = sessionPage;

interface SummaryProps {
  page: SessionPageData;
  names: SessionNames;
  userId: string;
  /** Reads the page again, and answers its summary. */
  reload: () => Promise<Summary | null>;
}

/** What the mentor wrote down: the founder reads it once it is shared. */
export function SummaryBlock(props: SummaryProps) {
  const { page, names } = props;
  const { summary } = page;
  if (page.role === 'mentor' && page.can_write) return <SummaryEditor {...props} />;
  return (
    <Block title={copy.title} aside={<SharedOn summary={summary} />}>
      {summary ? (
        <p dir="auto" className="break-words whitespace-pre-line">
          {summary.body}
        </p>
      ) : (
        <p className="text-muted">
          {isolate(
            page.role === 'mentor' ? (page.has_begun ? copy.noneWritten : copy.before) : copy.none(names.mentor),
          )}
        </p>
      )}
    </Block>
  );
}

function SharedOn({ summary }: { summary: Summary | null }) {
  if (!summary?.shared_at) return null;
  return <p className="text-sm text-muted">{copy.sharedOn(formatDateShort(istToday(new Date(summary.shared_at))))}</p>;
}

type Saved = Pick<Summary, 'revision' | 'shared_at' | 'mails_sent'>;

/** Not useFormMutation: one text has three buttons (save, share, mail again), and saving merges with a newer version. */
function SummaryEditor({ page, names, userId, reload }: SummaryProps) {
  const { id } = page.booking;
  const draft = `summary:${id}`;
  const [kept] = useState(() => readDraft(draft, userId));
  const [text, setText] = useState(kept.body ?? page.summary?.body ?? '');
  const [saved, setSaved] = useState<Saved & { body: string }>(() => ({
    ...(page.summary ?? { body: '', shared_at: null, mails_sent: 0 }),
    // What was typed upon an older text must not replace a newer one unasked.
    revision: kept.body === undefined ? (page.summary?.revision ?? 0) : Number(kept.revision) || 0,
  }));
  const [busy, setBusy] = useState<'save' | 'share' | 'again' | null>(null);
  const [problem, setProblem] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [theirs, setTheirs] = useState<Summary | null>(null);
  /** Shared already and changed since: the question whether to mail it again. */
  const [asksAgain, setAsksAgain] = useState(false);
  const length = countCharacters(cleanText(text));
  const isShared = saved.shared_at !== null;
  const isChanged = cleanText(text) !== saved.body;

  const refused = async (refusal: WriteRefusal) => {
    if (refusal === 'changed_meanwhile') setTheirs(await reload());
    else if (refusal === 'summary_length') setIsWrong(true);
    else setProblem(sessionPage.refusals[refusal]);
  };

  /** The saved text, or null where it was refused. */
  const save = async (from: Saved): Promise<Saved | null> => {
    const body = cleanText(text);
    const answer = await saveSummary(id, body, from.revision);
    if (answer.refusal !== null) {
      await refused(answer.refusal);
      return null;
    }
    setSaved({ ...answer.row, body });
    clearDraft(draft, userId);
    return answer.row;
  };

  const run = async (what: 'save' | 'share' | 'again', work: () => Promise<void>) => {
    setProblem('');
    if (!isOfLength(cleanText(text), SUMMARY_LENGTH)) return setIsWrong(true);
    setBusy(what);
    try {
      await work();
      void reload();
    } catch (error) {
      console.warn('The summary was not saved', error);
      setProblem(sessionPage.failed);
    } finally {
      setBusy(null);
    }
  };

  const saveOnly = (from: Saved = saved) =>
    run('save', async () => {
      const done = await save(from);
      if (!done) return;
      toast.success(done.shared_at === null ? copy.draftSaved : copy.changesSaved(names.founder));
      setAsksAgain(done.shared_at !== null);
    });

  const share = (what: 'share' | 'again') =>
    run(what, async () => {
      const current = isChanged ? await save(saved) : saved;
      if (!current) return;
      const answer = await shareSummary(id, current.revision, true);
      if (answer.refusal !== null) return refused(answer.refusal);
      setSaved({ ...answer.row, body: cleanText(text) });
      setAsksAgain(false);
      toast.success(what === 'share' ? copy.shared(names.founder) : copy.sentAgain);
    });

  return (
    <Block title={copy.title} aside={<SharedOn summary={isShared ? saved : null} />}>
      <div className="grid gap-4">
        {theirs && (
          <Conflict
            theirs={theirs.body}
            isBusy={busy !== null}
            onKeepMine={() => {
              setTheirs(null);
              setSaved(theirs);
              void saveOnly(theirs);
            }}
            onTakeTheirs={() => {
              setTheirs(null);
              setSaved(theirs);
              setText(theirs.body);
              clearDraft(draft, userId);
            }}
          />
        )}
        <TextAreaField
          label={copy.label}
          error={isWrong ? sessionPage.refusals.summary_length : undefined}
          value={text}
          rows={7}
          disabled={busy !== null}
          counter={{ text: copy.count(length), isOver: length > SUMMARY_LENGTH.max }}
          onChange={(event) => {
            setText(event.target.value);
            setIsWrong(false);
            saveDraft(draft, userId, { body: event.target.value, revision: String(saved.revision) });
          }}
        />
        {problem && (
          <Alert tone="danger">
            <p>{problem}</p>
          </Alert>
        )}
        {asksAgain && !isChanged && (
          <Alert tone="accent">
            <p className="font-semibold">{saved.mails_sent < 3 ? copy.again : sessionPage.refusals.mail_limit}</p>
            {saved.mails_sent < 3 && (
              <div className="mt-2 flex flex-wrap gap-2">
                <Button size="sm" isBusy={busy === 'again'} onClick={() => void share('again')}>
                  {copy.sendAgain}
                </Button>
                <Button size="sm" variant="secondary" disabled={busy !== null} onClick={() => setAsksAgain(false)}>
                  {copy.notNow}
                </Button>
              </div>
            )}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
          {!isShared && (
            <Button
              isBusy={busy === 'share'}
              disabled={busy !== null || theirs !== null}
              className="max-w-full"
              onClick={() => void share('share')}
            >
              <span className="truncate">{isolate(copy.share(names.founder))}</span>
            </Button>
          )}
          <Button
            variant={isShared ? 'primary' : 'secondary'}
            isBusy={busy === 'save'}
            disabled={busy !== null || theirs !== null || !isChanged}
            onClick={() => void saveOnly()}
          >
            {isShared ? copy.saveChanges : copy.saveDraft}
          </Button>
        </div>
      </div>
    </Block>
  );
}
