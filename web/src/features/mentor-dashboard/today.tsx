import { mentorDashboard as copy } from '#copy/mentor-dashboard.ts';
import type { MyMentor } from '#features/mentor-accounts/my-mentor.data.ts';

/** The first page of the mentor's area (mentor side, section 2). */
export function Today({ mentor }: { mentor: MyMentor }) {
  return (
    <>
      <h1 className="text-2xl">{copy.names.today}</h1>
      <p className="mt-1 text-muted">{mentor.name}</p>
    </>
  );
}
