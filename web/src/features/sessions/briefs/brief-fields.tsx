import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { sessionBrief as copy } from '#copy/sessions/briefs.ts';
import { LANGUAGES, QUESTION_COUNTED_FROM, QUESTION_LIMIT, STAGES } from '#rules/sessions/brief.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx';
import { type BriefErrors, type BriefText, isEmptyText } from './brief-form.ts';
import { mentorLanguagesQuery } from './briefs.data.ts';

interface BriefFieldsProps {
  /** Before the fields' names: for what leads to a wrong one. */
  id: string;
  text: BriefText;
  errors: BriefErrors;
  onChange: (text: BriefText) => void;
  /** Null once the mentor is deleted. */
  mentorId: string | null;
  isDisabled?: boolean;
  /** Where what is typed is kept in this browser: empties the fields and keeps nothing. */
  onClear?: () => void;
}

/** What a founder wants to leave with; all but the question stand behind "Add more". */
export function BriefFields({ id, text, errors, onChange, mentorId, isDisabled = false, onClear }: BriefFieldsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const hasMore = isAsked || Boolean(text.stage || text.link || text.language);
  const set = (field: keyof BriefText) => (event: { target: { value: string } }) =>
    onChange({ ...text, [field]: event.target.value });
  return (
    <div className="grid gap-4">
      <BriefQuestion
        id={`${id}-question`}
        value={text.question}
        error={errors.question}
        disabled={isDisabled}
        onChange={(question) => onChange({ ...text, question })}
      />
      {!hasMore && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3 justify-self-start text-muted hover:text-ink"
          disabled={isDisabled}
          onClick={() => {
            setIsAsked(true);
            // The button is gone: the focus goes to what it opened.
            requestAnimationFrame(() => document.getElementById(`${id}-stage`)?.focus());
          }}
        >
          <Plus className="size-4" aria-hidden="true" />
          {copy.more}
        </Button>
      )}
      {hasMore && (
        <>
          <SelectField
            id={`${id}-stage`}
            label={copy.stage}
            value={text.stage}
            error={errors.stage}
            disabled={isDisabled}
            onChange={set('stage')}
          >
            <option value="">{copy.noStage}</option>
            {STAGES.map((stage) => (
              <option key={stage} value={stage}>
                {copy.stages[stage]}
              </option>
            ))}
          </SelectField>
          <TextField
            id={`${id}-link`}
            type="url"
            inputMode="url"
            label={copy.link}
            value={text.link}
            error={errors.link}
            disabled={isDisabled}
            autoComplete="off"
            onChange={set('link')}
          />
          <LanguageField
            id={`${id}-language`}
            mentorId={mentorId}
            value={text.language}
            error={errors.language}
            isDisabled={isDisabled}
            onChange={(language) => onChange({ ...text, language })}
          />
        </>
      )}
      {onClear && !isEmptyText(text) && (
        <Button
          variant="quiet"
          size="sm"
          className="-mt-2 -ml-3 justify-self-start text-muted hover:text-ink"
          disabled={isDisabled}
          onClick={() => {
            setIsAsked(false);
            onClear();
            document.getElementById(`${id}-question`)?.focus();
          }}
        >
          {copy.beforeLogIn.clear}
        </Button>
      )}
    </div>
  );
}

/** The one question, which counts its characters when few are left. */
export function BriefQuestion({
  id,
  value,
  error,
  hint = copy.questionHint,
  disabled,
  onChange,
}: {
  id: string;
  value: string;
  error?: string | undefined;
  hint?: string;
  disabled?: boolean;
  onChange: (question: string) => void;
}) {
  const length = countCharacters(cleanLine(value));
  return (
    <TextAreaField
      id={id}
      label={copy.question}
      hint={hint}
      error={error}
      value={value}
      disabled={disabled}
      rows={3}
      counter={{ text: length >= QUESTION_COUNTED_FROM ? copy.counted(length) : '', isOver: length > QUESTION_LIMIT }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function LanguageField({
  mentorId,
  value,
  onChange,
  isDisabled,
  ...field
}: {
  id: string;
  mentorId: string | null;
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (language: string) => void;
}) {
  const { data } = useQuery({ ...mentorLanguagesQuery(mentorId ?? ''), enabled: mentorId !== null });
  const offered =
    data && data.length > 0 ? LANGUAGES.filter((code) => data.includes(code) || code === value) : LANGUAGES;
  return (
    <SelectField
      {...field}
      label={copy.language}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{copy.noLanguage}</option>
      {offered.map((code) => (
        <option key={code} value={code}>
          {copy.languages[code]}
        </option>
      ))}
    </SelectField>
  );
}
