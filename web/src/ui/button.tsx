import { Children, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cn } from '#lib/class-names.ts';
import { Spinner } from './messages/spinner.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'sm' | 'md' | 'lg';

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-danger/40 bg-surface text-danger hover:bg-danger-soft',
};

/** On one line while the row has room for it; large text wraps, so that it stays inside the button. */
const WORDS = 'min-w-fit max-w-full gap-2 py-1.5 text-center text-base/5';

const SIZES: Record<Size, string> = {
  sm: 'h-small px-3 text-sm gap-1.5 whitespace-nowrap',
  md: `${WORDS} min-h-11 px-4`,
  lg: `${WORDS} min-h-12 px-6`,
};

/** For elements that look like a button but are none, such as a `summary` or a link within the page. */
export function buttonClass(variant: Variant, size: Size, className?: string): string {
  return cn(
    'inline-flex shrink-0 select-none items-center justify-center rounded-control font-semibold ' +
      'transition-colors duration-150 ease-out disabled:opacity-55 aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

type LookProps = { variant?: Variant; size?: Size };

export interface ButtonProps extends ComponentProps<'button'>, LookProps {
  /** Shows a spinner and refuses clicks while something is under way; the focus stays, which `disabled` would lose. */
  isBusy?: boolean;
  children: ReactNode;
}

const refuse = (event: SyntheticEvent) => event.preventDefault();

export function Button({
  variant = 'primary',
  size = 'md',
  isBusy = false,
  className,
  type = 'button',
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      // Enter in a field of the form clicks here too: a form is not sent twice.
      onClick={isBusy ? refuse : onClick}
      {...rest}
    >
      {isBusy && <Spinner />}
      {/* A translator moves texts, so a text beside a part that appears and disappears has its own element. */}
      {Children.map(children, (child) =>
        typeof child === 'string' ? <span className="contents">{child}</span> : child,
      )}
    </button>
  );
}

type ButtonLinkProps = LinkProps & LookProps & { className?: string };

export function ButtonLink({ variant = 'primary', size = 'md', className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />;
}

type ButtonAnchorProps = LookProps & { className?: string; href: string; children: ReactNode };

/** A link that leaves the site, in a new tab. */
export function ButtonAnchor({ variant = 'primary', size = 'md', className, href, children }: ButtonAnchorProps) {
  return (
    <a className={buttonClass(variant, size, className)} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
