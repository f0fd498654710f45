/** An e-mail address that breaks after its @, if it must break. */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere" translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
