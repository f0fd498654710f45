import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { cn } from '#lib/class-names.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';

const CONTROL =
  'w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted ' +
  'transition-colors duration-150 hover:border-muted disabled:opacity-60 aria-invalid:border-danger';

interface FieldFrame {
  label: string;
  /** For links to this field, such as those in a list of errors. */
  id?: string | undefined;
  /** The sentence that says what is wrong; announced when it appears. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Shows the label only to screen readers. */
  isLabelHidden?: boolean;
  className?: string;
}

type FrameProps = Omit<FieldFrame, 'id'> & {
  id: string;
  /** At the label's end, or below it where large text leaves no room. */
  aside?: ReactNode;
  children: ReactNode;
};

function Frame({ id, label, error, hint, isLabelHidden, className, aside, children }: FrameProps) {
  const named = (
    <label htmlFor={id} className={isLabelHidden ? 'sr-only' : cn('block text-sm font-medium', !aside && 'mb-1.5')}>
      {label}
    </label>
  );
  return (
    <div className={cn('min-w-0', className)}>
      {aside ? (
        <div className="mb-1.5 flex flex-wrap items-baseline gap-x-3">
          {named}
          {aside}
        </div>
      ) : (
        named
      )}
      {children}
      {hint && !error && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A field's frame, how its control is described, and the control's own properties. */
function useFrame<P extends FieldFrame>({ id: givenId, label, error, hint, isLabelHidden, className, ...control }: P) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const description = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  };
  return { frame: { id, label, error, hint, isLabelHidden, className }, description, control };
}

interface TextFieldProps extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  icon?: ReactNode;
  /** A control at the right end of the box. */
  trailing?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { frame, description, control } = useFrame(props);
  const { icon, trailing, ...input } = control;
  return (
    <Frame {...frame}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted [&>svg]:size-4.5">
            {icon}
          </span>
        )}
        <input
          className={cn(CONTROL, 'h-11', icon ? 'pl-10' : null, trailing ? 'pr-12' : null)}
          {...description}
          {...input}
        />
        {trailing && <span className="absolute inset-y-0 right-0 flex items-center">{trailing}</span>}
      </div>
    </Frame>
  );
}

interface TextAreaFieldProps extends FieldFrame, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  /** Shown at the label's end; `isOver` marks a text that is too long. Absent when the field has no counter. */
  counter: { text: string; isOver: boolean } | undefined;
}

/** A box of several lines with a count of its characters, which the caller computes. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, description, control } = useFrame(props);
  const { counter, defaultValue, ...textarea } = control;
  const typed = useTypedBefore(description.id);
  const { 'aria-describedby': note, ...described } = description;
  return (
    <Frame
      {...frame}
      aside={
        counter && (
          <p
            id={`${description.id}-count`}
            className={cn('nums ml-auto text-sm', counter.isOver ? 'font-medium text-danger' : 'text-muted')}
          >
            {counter.text}
          </p>
        )
      }
    >
      <textarea
        className={cn(CONTROL, 'block min-h-28 resize-y py-2')}
        {...described}
        aria-describedby={[note, counter && `${description.id}-count`].filter(Boolean).join(' ') || undefined}
        defaultValue={defaultValue && (typed ?? defaultValue)}
        {...textarea}
      />
    </Frame>
  );
}

/**
 * What stands in a text area of the server's HTML when React takes it over. React writes the first text into it once more,
 * over what a person has typed since; an `<input>` it leaves alone.
 */
function useTypedBefore(id: string): string | undefined {
  const isHydrated = useIsHydrated();
  const [typed] = useState(() =>
    import.meta.env.SSR || isHydrated ? undefined : (document.getElementById(id) as HTMLTextAreaElement | null)?.value,
  );
  return typed;
}

type SelectFieldProps = FieldFrame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'>;

export function SelectField(props: SelectFieldProps) {
  const { frame, description, control } = useFrame(props);
  const { children, ...select } = control;
  return (
    <Frame {...frame}>
      <div className="relative">
        <select className={cn(CONTROL, 'h-11 appearance-none truncate pr-9')} {...description} {...select}>
          {children}
        </select>
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-muted"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="m4 6 4 4 4-4" />
        </svg>
      </div>
    </Frame>
  );
}
