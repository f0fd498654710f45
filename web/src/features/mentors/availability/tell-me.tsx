import { latePart, useLatePart } from '#lib/late-part.ts';
import { TellLink, type TellMeProps } from './tell-link.tsx';

const lateAlert = latePart(() => import('./slot-alert.tsx').then((module) => module.SlotAlert));

/** Asks to be told of new times (docs/product/favourites.md#alerts). Before scripts it is a link to the log-in. */
export function TellMe(props: TellMeProps) {
  const SlotAlert = useLatePart(lateAlert);
  return SlotAlert ? <SlotAlert {...props} /> : <TellLink {...props} />;
}
