const ICONS = [
  'M4.5 4.5h15v15h-15z M8 10v6 M8 7.6v.1 M11.5 16v-6 M11.5 12.5c0-3.4 4.5-3.4 4.5 0V16',
  'M7.5 4.5h9a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3z M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z M16.4 7.5v.1',
  'M4.5 5l15 14 M19 5 5 19',
  'M6.5 6.5h11a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 15V9a2.5 2.5 0 0 1 2.5-2.5z M10.5 9.8v4.4l3.8-2.2z',
];

/** The initiative's social marks; they lead nowhere yet (specification, section 2), so they are drawings, not links. */
export function SocialIcons() {
  return (
    <div aria-hidden="true" className="mt-5 flex gap-4 text-muted">
      {ICONS.map((path) => (
        <svg
          aria-hidden="true"
          key={path}
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={path} />
        </svg>
      ))}
    </div>
  );
}
