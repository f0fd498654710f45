import type { ReactNode } from 'react';
import { mergeVersions, type Versions } from '#lib/three-way-merge.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogOpening } from './dialog.tsx';
import { Alert } from './messages/alert.tsx';

export interface VersionLabels {
  title: string;
  hint: string;
  yours: string;
  theirs: string;
  /** Above a field's earlier value, if only the other person changed it. */
  before: string;
  theirsAlone: string;
  keepMine: string;
  takeTheirs: string;
  empty: string;
  on: string;
  off: string;
}

/** The name of each field, in the order of display, and how to show a value that is no text. */
export type VersionFields<Fields extends object> = {
  [Field in keyof Fields]: { label: string; show?: (value: Fields[Field]) => ReactNode };
};

/** Shows where two people changed one row, and asks whose changes stay. Closing it decides nothing. */
export function VersionsDialog<Fields extends object>({
  labels,
  versions,
  fields,
  isBusy,
  failure,
  onKeepMine,
  onTakeTheirs,
  ...dialog
}: DialogOpening & {
  labels: VersionLabels;
  versions: Versions<Fields>;
  fields: VersionFields<Fields>;
  isBusy: boolean;
  /** Why the person's version could not be saved. */
  failure?: string | null | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { differences } = mergeVersions(versions);
  const inOrder = (Object.keys(fields) as (keyof Fields)[]).flatMap((field) =>
    differences.filter((difference) => difference.field === field),
  );
  const shown = (version: Fields, field: keyof Fields): ReactNode => {
    const value = version[field];
    const { show } = fields[field];
    if (show) return show(value);
    if (typeof value === 'boolean') return value ? labels.on : labels.off;
    return String(value ?? '');
  };
  return (
    <Dialog
      {...dialog}
      placement="wide"
      isLocked={isBusy}
      title={labels.title}
      description={labels.hint}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onTakeTheirs}>
            {labels.takeTheirs}
          </Button>
          <Button isBusy={isBusy} onClick={onKeepMine}>
            {labels.keepMine}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {inOrder.map(({ field, isTheirsAlone }) => (
          <section key={String(field)} aria-label={fields[field].label}>
            <h3 className="font-sans text-sm font-semibold tracking-normal">{fields[field].label}</h3>
            {isTheirsAlone && <p className="text-sm text-muted">{labels.theirsAlone}</p>}
            <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
              <Version
                label={isTheirsAlone ? labels.before : labels.yours}
                value={shown(versions.mine, field)}
                empty={labels.empty}
              />
              <Version label={labels.theirs} value={shown(versions.theirs, field)} empty={labels.empty} />
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Version({ label, value, empty }: { label: string; value: ReactNode; empty: string }) {
  return (
    <div className="min-w-0 rounded-control border border-line bg-sunken/50 px-3 py-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 whitespace-pre-line text-sm wrap-anywhere">
        {value === '' || value === null ? <span className="text-muted">{empty}</span> : value}
      </dd>
    </div>
  );
}
