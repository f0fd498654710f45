import { Link } from 'react-router';

export interface TimeChoice {
  key: string;
  /** Whose time it is, where a list has those of several people. */
  who?: string;
  /** The day, and the time on it. */
  day: string;
  time: string;
  /** The address that the choice opens; without it, `onPick` is called. */
  to?: string;
}

const CHOICE =
  'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-control sm:min-h-14 ' +
  'sm:flex-col sm:items-start sm:justify-center border border-line-strong bg-surface px-3 py-2 ' +
  'text-left text-sm transition-colors duration-150 hover:border-accent-text hover:bg-accent-soft';

const GRID = 'grid grid-cols-1 gap-2 sm:grid-cols-2';

interface TimeChoicesProps<Choice extends TimeChoice> {
  label: string;
  choices: readonly Choice[];
  onPick?: (choice: Choice) => void;
}

/** Free times, as links or buttons in a grid. */
export function TimeChoices<Choice extends TimeChoice>({ label, choices, onPick }: TimeChoicesProps<Choice>) {
  return (
    <ul aria-label={label} className={GRID}>
      {choices.map((choice) => (
        <li key={choice.key}>
          {choice.to === undefined ? (
            <button type="button" className={CHOICE} onClick={() => onPick?.(choice)}>
              <Words {...choice} />
            </button>
          ) : (
            <Link to={choice.to} className={CHOICE}>
              <Words {...choice} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Words({ who, day, time }: TimeChoice) {
  return (
    <>
      {who !== undefined && (
        <>
          <span translate="no" className="w-full break-words">
            {who}
          </span>{' '}
        </>
      )}
      <span className="font-semibold nums">{day}</span> <span className="text-muted nums">{time}</span>
    </>
  );
}

/** As high as the times that it stands for. */
export function TimeChoicesSkeleton({ label, count = 6 }: { label: string; count?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={GRID}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is
          <div key={place} className="skeleton h-11 rounded-control! sm:h-14" />
        ))}
      </div>
    </div>
  );
}
