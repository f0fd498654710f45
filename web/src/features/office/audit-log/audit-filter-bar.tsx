import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditCopy } from '#copy/office/audit-log.ts';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { type AuditFilters, isDay } from './audit-filters.ts';
import { type AuditActor, auditActorsQuery } from './audit-log.data.ts';

const { filters: copy } = auditCopy;

const KINDS = Object.entries(auditCopy.kinds).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));

/** Narrows the log to what a row is called, to a person, a kind and days. */
export function AuditFilterBar({
  filters,
  onChange,
}: {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}) {
  const { search, person, kind, from, to } = filters;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not one field's parts, but several filters.
    <div role="group" aria-label={copy.label} className="mb-5 flex flex-wrap gap-3">
      {/* Its label is hidden: it stands in line with the boxes beside it. */}
      <div className="flex min-w-0 flex-1 basis-full @lg:basis-48 @lg:pt-6.5">
        <SearchBox
          label={copy.search}
          clearLabel={copy.clearSearch}
          applied={search}
          onSearch={(term) => onChange({ search: term })}
        />
      </div>
      <PersonSelect person={person} onChange={(id) => onChange({ person: id })} />
      <SelectField
        label={copy.kind}
        className="min-w-0 flex-1 basis-32 @lg:w-44 @lg:flex-none"
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        <option value="">{copy.anyKind}</option>
        {KINDS.map(([table, label]) => (
          <option key={table} value={table}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className="flex w-full gap-3 @lg:w-auto">
        <DayField label={copy.from} day={from} onChange={(day) => onChange({ from: day })} />
        <DayField
          label={copy.to}
          day={to}
          onChange={(day) => onChange({ to: day })}
          error={from && to && to < from ? copy.endsBeforeStart : undefined}
        />
      </div>
    </div>
  );
}

function PersonSelect({ person, onChange }: { person: string; onChange: (id: string) => void }) {
  const { data: actors = [] } = useQuery(auditActorsQuery);
  const groups = [
    { label: copy.administrators, people: actors.filter(({ isAdministrator }) => isAdministrator) },
    { label: copy.others, people: actors.filter(({ isAdministrator }) => !isAdministrator) },
  ];
  const isListed = person === '' || person === 'system' || actors.some(({ id }) => id === person);
  return (
    <SelectField
      label={copy.person}
      className="min-w-0 flex-1 basis-32 @lg:w-52 @lg:flex-none"
      value={person}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{copy.anybody}</option>
      <option value="system">{auditCopy.system}</option>
      {!isListed && <option value={person}>{person}</option>}
      {groups.map(
        ({ label, people }) =>
          people.length > 0 && (
            <optgroup key={label} label={label}>
              {people.map((actor) => (
                <option key={actor.id} value={actor.id}>
                  {nameOf(actor)}
                </option>
              ))}
            </optgroup>
          ),
      )}
    </SelectField>
  );
}

function nameOf({ id, name }: AuditActor): string {
  return name?.trim() || copy.nobodyKnown(id.slice(0, 8));
}

/** A day in force, or one that is being typed. */
function DayField({
  label,
  day,
  onChange,
  error,
}: {
  label: string;
  day: string;
  onChange: (day: string) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState(day);
  const [applied, setApplied] = useState(day);
  if (applied !== day) {
    // By this box, by Back, or by the button that clears.
    setApplied(day);
    setTyped(day);
  }
  return (
    <TextField
      type="date"
      label={label}
      className="flex-1 @lg:w-40 @lg:flex-none"
      value={typed}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '' || isDay(target.value)) onChange(target.value);
      }}
    />
  );
}
