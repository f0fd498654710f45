/** Stand in for rows that are on their way; the table around them is `aria-busy`. */
export function SkeletonRows({ rows, cells }: { rows: number; cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
      key={row}
      aria-hidden
      className="grid gap-2 rounded-card border border-line bg-surface p-4 @rows:table-row @rows:border-0"
    >
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
        <td key={cell} className="@rows:px-3 @rows:py-4 @rows:first:pl-4 @rows:last:pr-4">
          <span
            className="block h-4 rounded-control bg-sunken motion-safe:animate-pulse"
            style={{ width: `${55 + ((row * 7 + cell * 13) % 40)}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}
