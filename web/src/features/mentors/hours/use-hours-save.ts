import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mentorHours } from '#copy/mentors/hours.ts';
import { mentorRefusals } from '#copy/mentors/settings.ts';
import { MY_MENTOR } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { ApiError, isApiError, reasonFor } from '#lib/api-error.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import type { HoursProblem } from '#rules/mentors/hours.ts';
import {
  refusedEntries,
  type SavedHours,
  savedHoursQuery,
  saveHours,
  saveSingleTimes,
  sessionsOnDaysOffQuery,
} from './hours.data.ts';
import { type HoursValues, hasSameDaysOff, hasSameHours, hasSameTimes, hoursOf, valuesOf } from './hours-values.ts';

const words = mentorHours.save;

export interface HoursToSave {
  values: HoursValues;
  /** The person who saves has read which sessions stand on new days off. */
  isAsked?: boolean;
  /** Called where the person was asked, and does not take the days off. */
  onKept?: () => void;
}

interface SaveContext {
  mentorId: string;
  /** What the form began with. */
  was: SavedHours;
  onProblems: (problems: HoursProblem[]) => void;
  onTimesProblem: (sentence: string) => void;
  onChanged: () => void;
  onExpired: () => void;
  /** Nothing was saved: sessions stand on days that would become days off. */
  onDaysOff: (asked: HoursToSave) => void;
  /** As the database has them now, and what of the form that includes. */
  onSaved: (saved: SavedHours, sent: HoursValues) => void;
}

/**
 * Saves the hours in one call, then the single times, each where it was changed. What was typed stays where it fails.
 * Asks first where sessions stand on days that become days off (docs/product/hours.md#days-off).
 */
export function useHoursSave(context: SaveContext) {
  const client = useQueryClient();
  const { mentorId, was } = context;
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async (asked: HoursToSave) => {
      const { values, isAsked = false } = asked;
      const before = valuesOf(was);
      if (!isAsked && !hasSameDaysOff(before, values)) {
        const sessions = await client.fetchQuery(sessionsOnDaysOffQuery(mentorId, hoursOf(values)));
        if (sessions.length > 0) return context.onDaysOff(asked);
      }
      let saved = was;
      if (!hasSameHours(before, values)) {
        const answer = await saveHours(mentorId, hoursOf(values), was.updated_at);
        toast.success(words.done(answer), { id: 'mentor-hours' });
        saved = await latest({ ...was, ...hoursOf(values), time_off: was.time_off, updated_at: answer.updated_at });
        // A failure of the single times leaves the hours saved.
        context.onSaved(saved, { ...values, single_times: before.single_times });
      }
      if (!hasSameTimes(before, values)) {
        await saveSingleTimes(mentorId, before.single_times, values.single_times);
        if (saved === was) toast.success(words.doneTimes, { id: 'mentor-hours' });
        context.onSaved(await latest({ ...saved, single_times: savedTimes(values) }), values);
      }
      // What this tab has read of the mentor is as it was.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries({ queryKey: [MY_MENTOR] });
    },
    onError: tell,
  });

  /** Saved is saved, also where the answer to the next question is lost. */
  async function latest(otherwise: SavedHours): Promise<SavedHours> {
    try {
      return await client.fetchQuery(savedHoursQuery(mentorId));
    } catch (error) {
      console.warn('The saved hours could not be read', error);
      return otherwise;
    }
  }

  function tell(error: Error): void {
    console.warn('The hours were not saved', error);
    if (isApiError(error, 'session_expired')) {
      doubtSession();
      context.onExpired();
    }
    const problems = error instanceof ApiError ? refusedEntries(error) : [];
    if (isApiError(error, 'changed')) context.onChanged();
    else if (problems.length > 0) context.onProblems(problems);
    else if (error instanceof ApiError && error.sentence) context.onTimesProblem(error.sentence);
    else if (error instanceof ApiError && error.reason === 'mentor_left') {
      toast.error(mentorRefusals.mentor_left, { id: 'mentor-hours' });
    } else toast.error(words.failed(reasonFor(error, words.reasons)), { id: 'mentor-hours' });
  }

  return { submit: save.mutate, isSaving: save.isPending };
}

function savedTimes(values: HoursValues): SavedHours['single_times'] {
  return values.single_times.map(({ date, startTime, endTime }) => ({
    id: `${date} ${startTime}`,
    date,
    start_time: startTime,
    end_time: endTime,
    is_booked: false,
    hidden_because: null,
  }));
}
