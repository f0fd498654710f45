import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileChanges as copy } from '#copy/mentors/drafts.ts';
import { languageNames } from '#copy/mentors/languages.ts';
import { profileFields } from '#copy/mentors/profile-fields.ts';
import { categoryNamesQuery } from '#features/mentors/profile/category-names.data.ts';
import { cn } from '#lib/class-names.ts';
import { PROFILE, type ProfileField } from '#rules/mentors/profile.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { Picture } from '#ui/picture.tsx';
import type { ProfileChange } from './profile-changes.data.ts';
import { compareWords, type Piece } from './word-diff.ts';

/** One changed field: what is public and what is proposed, beside each other, and what it was when the mentor began. */
export function ChangedField({
  change,
  field,
  isChosen,
  onChoose,
}: {
  change: ProfileChange;
  field: ProfileField;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const names = useQuery(categoryNamesQuery).data;
  const textOf = (value: unknown) => shownText(field, value, names ?? []);
  const [base, present, proposed] = [change.base[field], change.profile[field], change.fields[field]];
  const hasMoved = JSON.stringify(base ?? null) !== JSON.stringify(present ?? null);
  const compared = compareWords(textOf(present), textOf(proposed));
  const label = profileFields[field].label;
  return (
    <section aria-label={label} className="border-t border-line py-4">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-4.5 shrink-0 accent-accent"
          aria-label={copy.choose(label, change.mentor_name)}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {label}
      </label>
      {hasMoved && <p className="mb-2 text-sm text-accent-text">{copy.movedOn}</p>}
      <dl
        className={cn(
          'grid gap-3',
          hasMoved ? (field === 'image' ? 'sm:grid-cols-3' : 'lg:grid-cols-3') : 'sm:grid-cols-2',
        )}
      >
        {hasMoved && (
          <Version label={copy.base}>
            {field === 'image' ? <Portrait change={change} address={base} /> : textOf(base) || <Nothing />}
          </Version>
        )}
        <Version label={copy.published}>
          {field === 'image' ? (
            <Portrait change={change} address={present} />
          ) : (
            <Pieces pieces={compared.before} isOld />
          )}
        </Version>
        <Version label={copy.proposed}>
          {field === 'image' ? <Portrait change={change} address={proposed} /> : <Pieces pieces={compared.after} />}
        </Version>
      </dl>
    </section>
  );
}

function Version({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-control bg-sunken px-4 py-3">
      <dt className="text-sm font-medium text-muted">{label}</dt>
      <dd dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

const Nothing = () => <span className="text-muted">{copy.empty}</span>;

/** Marked by more than colour, and named for screen readers. */
function Pieces({ pieces, isOld = false }: { pieces: Piece[]; isOld?: boolean }) {
  if (pieces.length === 0) return <Nothing />;
  return pieces.map(({ text, isChanged }, place) => {
    if (!isChanged) return text;
    const Mark = isOld ? 'del' : 'ins';
    return (
      <Mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text do not move.
        key={place}
        className={cn('rounded-xs', isOld ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success')}
      >
        <span className="sr-only">{isOld ? copy.removed : copy.added} </span>
        {text}
      </Mark>
    );
  });
}

function Portrait({ change, address }: { change: ProfileChange; address: unknown }) {
  if (typeof address !== 'string' || address === '') return <Nothing />;
  return (
    <Picture
      src={address}
      alt={copy.portrait(change.mentor_name)}
      width={160}
      height={200}
      sizes="160px"
      className="aspect-4/5 w-40 max-w-full rounded-card"
    />
  );
}

function shownText(field: ProfileField, value: unknown, categories: readonly { id: string; name: string }[]): string {
  if (value === null || value === undefined) return '';
  const { kind } = PROFILE[field];
  if (kind === 'price' && typeof value === 'number') return formatInr(value);
  if (!Array.isArray(value)) return String(value);
  if (kind === 'categories') {
    return categories
      .filter(({ id }) => value.includes(id))
      .map(({ name }) => name)
      .join('\n');
  }
  return value
    .map((item) => (kind === 'languages' ? (languageNames[item as keyof typeof languageNames] ?? item) : String(item)))
    .join('\n');
}
