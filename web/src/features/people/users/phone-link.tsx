import { phoneLink } from './contact-links.ts';

/** A telephone number that can be dialled. Imported late: the library that reads numbers is larger than a page. */
export default function PhoneLink({ phone, className }: { phone: string; className: string }) {
  const href = phoneLink(phone);
  if (!href) return phone;
  return (
    <a href={href} className={className}>
      {phone}
    </a>
  );
}
