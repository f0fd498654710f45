import { languageNames } from '#copy/mentors/languages.ts';
import { profileFields } from '#copy/mentors/profile-fields.ts';
import { LANGUAGES, type Language } from '#rules/mentors/profile.ts';

const copy = profileFields.languages;

/** The languages that a mentor speaks, as boxes to tick. */
export function LanguagesField({
  id,
  value,
  error,
  onChange,
  isDisabled,
  className,
}: {
  id: string;
  value: readonly Language[];
  error: string | undefined;
  onChange: (languages: Language[]) => void;
  isDisabled: boolean;
  className: string;
}) {
  return (
    <fieldset id={id} tabIndex={-1} disabled={isDisabled} aria-describedby={`${id}-note`} className={className}>
      <legend className="mb-1.5 text-sm font-medium">{copy.label}</legend>
      <div className="flex flex-wrap gap-2">
        {LANGUAGES.map((code) => (
          <label
            key={code}
            className={
              'flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line px-3 text-sm ' +
              'hover:bg-sunken has-checked:border-accent-line has-checked:bg-accent-soft has-disabled:cursor-default'
            }
          >
            <input
              type="checkbox"
              className="size-4.5 shrink-0 accent-accent"
              checked={value.includes(code)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, code] : value.filter((one) => one !== code))
              }
            />
            {languageNames[code]}
          </label>
        ))}
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}
      >
        {error ?? copy.hint}
      </p>
    </fieldset>
  );
}
