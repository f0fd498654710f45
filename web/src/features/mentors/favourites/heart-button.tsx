import { useState } from 'react';
import { Link } from 'react-router';
import { favourites as copy } from '#copy/mentors/favourites.ts';
import { saveMentor } from '#copy/mentors/save-mentor.ts';
import { HEART } from '#lib/keys/favourites-key.ts';
import { paths } from '#lib/paths.ts';
import { useFavourites } from './use-favourites.ts';

export interface HeartProps {
  mentor: { id: string; name: string };
  className?: string;
}

/** The heart with scripts. */
export function HeartButton({ mentor, className = '' }: HeartProps) {
  const { ids, toggle } = useFavourites();
  const isSaved = ids.includes(mentor.id);
  const [takesFocus] = useState(() => {
    const { name, value } = (document.activeElement ?? {}) as Partial<HTMLInputElement>;
    return name === HEART && value === mentor.id;
  });
  return (
    <button
      type="button"
      ref={(button) => {
        if (takesFocus && document.activeElement === document.body) button?.focus({ preventScroll: true });
      }}
      data-saved={isSaved || undefined}
      aria-label={isSaved ? copy.remove(mentor.name) : saveMentor(mentor.name)}
      onClick={() => void toggle(mentor.id)}
      className={`heart ${className}`}
    />
  );
}

/** The way to the saved mentors; nothing where there are none. */
export function SavedLink({ className = '' }: { className?: string }) {
  const { ids } = useFavourites();
  if (ids.length === 0) return null;
  return (
    <Link to={paths.saved} className={`tap-line text-sm font-medium text-accent-text underline nums ${className}`}>
      {copy.saved(ids.length)}
    </Link>
  );
}
