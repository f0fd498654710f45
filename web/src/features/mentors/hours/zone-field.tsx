import { useMemo } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { useNow } from '#lib/use-now.ts';
import { isTimeZone } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { formatTime } from '#rules/shell/ist.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { browserZone, zoneGroups, zoneName } from './zones.ts';

/** The zone by whose clocks the hours are meant. */
export function ZoneField({
  value,
  saved,
  isOwn,
  problem,
  onChange,
}: {
  value: string;
  saved: string;
  /** Whether it is the zone of who chooses it. */
  isOwn: boolean;
  problem: string | undefined;
  onChange: (zone: string) => void;
}) {
  const now = useNow();
  // Made once: the world has 400 zones.
  const options = useMemo(
    () =>
      zoneGroups(saved).map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </optgroup>
      )),
    [saved],
  );
  const clock = isTimeZone(value) ? copy.zone.now(formatTime(zoned(now, value).time)) : undefined;
  const device = isOwn ? browserZone() : null;
  return (
    <div className="lg:max-w-md">
      <SelectField
        label={copy.zone.label}
        value={value}
        error={problem}
        hint={value === saved ? clock : copy.zone.changed(zoneName(value))}
        onChange={({ target }) => onChange(target.value)}
      >
        {options}
      </SelectField>
      {device && device !== value && (
        <button
          type="button"
          className="mt-1 text-sm font-semibold text-accent-text tap-line underline underline-offset-4"
          onClick={() => onChange(device)}
        >
          {copy.zone.ofDevice(zoneName(device))}
        </button>
      )}
    </div>
  );
}
