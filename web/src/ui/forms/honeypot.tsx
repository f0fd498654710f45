/** A field named `website` that people neither see nor reach, and programs fill in: the server discards its rows. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] top-0 h-px w-px overflow-hidden">
      <label>
        {label}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
