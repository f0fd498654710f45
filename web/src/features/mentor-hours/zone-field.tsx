import { useMemo } from 'react';
import { mentorHours as copy } from '#copy/mentor-hours.ts';
import { useNow } from '#lib/use-now.ts';
import { formatTime } from '#rules/ist.ts';
import { isTimeZone } from '#rules/mentor-hours.ts';
import { zoned } from '#rules/mentor-time.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { zoneGroups, zoneName } from './zones.ts';

/** The zone by whose clocks the hours are meant. */
export function ZoneField({
  value,
  saved,
  problem,
  onChange,
}: {
  value: string;
  saved: string;
  problem: string | undefined;
  onChange: (zone: string) => void;
}) {
  const now = useNow();
  const groups = useMemo(() => zoneGroups(saved), [saved]);
  const clock = isTimeZone(value) ? copy.zone.now(formatTime(zoned(now, value).time)) : undefined;
  return (
    <SelectField
      className="max-w-md"
      label={copy.zone.label}
      value={value}
      error={problem}
      hint={value === saved ? clock : copy.zone.changed(zoneName(value))}
      onChange={({ target }) => onChange(target.value)}
    >
      {groups.map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
