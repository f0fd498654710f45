import { useState } from 'react';

/**
 * A choice that is saved as soon as it is picked. What was picked shows from the press on, until it is stored or
 * refused: a mutation's own state arrives later than the event, and React would set the input back in between.
 *
 * @param save tells about its failure itself; of several at work, the latest one counts
 */
export function usePicked<Stored, Value extends Stored>(
  stored: Stored,
  save: (value: Value) => Promise<unknown>,
): readonly [shown: Stored, pick: (value: Value) => void] {
  const [picked, setPicked] = useState<{ value: Value } | null>(null);
  const pick = (value: Value) => {
    const latest = { value };
    const forget = () => setPicked((other) => (other === latest ? null : other));
    setPicked(latest);
    save(value).then(forget, forget);
  };
  return [picked ? picked.value : stored, pick];
}
