import { mentorHours as copy } from '#copy/mentors/hours.ts';
import {
  BUFFERS,
  type HoursField,
  type HoursProblem,
  type MentorHours,
  MOST_A_DAY,
  MOST_A_WEEK,
  SESSION_LENGTHS,
  WINDOW_WEEKS,
} from '#rules/mentors/hours.ts';
import { SelectField } from '#ui/forms/field.tsx';

const words = copy.limits;

/** Hours of notice that are offered. */
const NOTICES = [2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 120, 144, 168];
const count = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, place) => least + place);

type Settings = Omit<MentorHours, 'time_zone' | 'weekly' | 'overrides' | 'time_off'>;

/** How long sessions are, and how many are sold how soon. */
export function Limits({
  hours,
  savedLength,
  problems,
  onChange,
}: {
  hours: MentorHours;
  /** Of sessions, as saved; minutes. */
  savedLength: number;
  problems: readonly HoursProblem[];
  onChange: (settings: Partial<Settings>) => void;
}) {
  const field = (name: HoursField & keyof Settings) => ({
    value: String(hours[name] ?? ''),
    error: problems.find((one) => one.field === name)?.sentence,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value === '' ? null : Number(target.value) }),
  });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-start gap-x-4 gap-y-5 lg:grid-cols-3">
      <SelectField
        className="max-lg:col-span-full"
        label={words.length}
        hint={hours.session_minutes === savedLength ? undefined : words.lengthChanged}
        {...field('session_minutes')}
      >
        {options(SESSION_LENGTHS, words.minutes, hours.session_minutes)}
      </SelectField>
      <SelectField label={words.bufferBefore} {...field('buffer_before_minutes')}>
        {options(BUFFERS, bufferLabel, hours.buffer_before_minutes)}
      </SelectField>
      <SelectField label={words.bufferAfter} {...field('buffer_after_minutes')}>
        {options(BUFFERS, bufferLabel, hours.buffer_after_minutes)}
      </SelectField>
      <SelectField label={words.notice} hint={words.noticeHint} {...field('min_notice_minutes')}>
        {options(
          NOTICES.map((hoursOfNotice) => hoursOfNotice * 60),
          noticeLabel,
          hours.min_notice_minutes,
        )}
      </SelectField>
      <SelectField label={words.window} hint={words.windowHint} {...field('window_weeks')}>
        {options(count(WINDOW_WEEKS.min, WINDOW_WEEKS.max), words.weeks, hours.window_weeks)}
      </SelectField>
      <SelectField className="lg:col-start-1" label={words.perDay} {...field('max_per_day')}>
        <option value="">{words.noLimit}</option>
        {options(count(1, MOST_A_DAY), words.sessions, hours.max_per_day)}
      </SelectField>
      <SelectField label={words.perWeek} {...field('max_per_week')}>
        <option value="">{words.noLimit}</option>
        {options(count(1, MOST_A_WEEK), words.sessions, hours.max_per_week)}
      </SelectField>
    </div>
  );
}

/** The values offered, and the one that is set where it is none of them. */
function options(values: readonly number[], label: (value: number) => string, present: number | null) {
  const all = present === null || values.includes(present) ? values : [...values, present].toSorted((a, b) => a - b);
  return all.map((value) => (
    <option key={value} value={value}>
      {label(value)}
    </option>
  ));
}

function bufferLabel(minutes: number): string {
  return minutes === 0 ? words.noBuffer : words.minutes(minutes);
}

function noticeLabel(minutes: number): string {
  const hours = minutes / 60;
  return hours >= 48 && hours % 24 === 0 ? words.days(hours / 24) : words.hours(hours);
}
