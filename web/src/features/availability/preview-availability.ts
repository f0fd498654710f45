import { queryClient } from '#lib/query/query-client.ts';

let preview: Promise<(mentorId: string) => Promise<void>> | undefined;

/** Reads a mentor's slots on pointing, so that the profile opens with them; the code loads with the first call. */
export async function previewAvailability(mentorId: string): Promise<void> {
  preview ??= import('./availability-preview.data.ts').then(({ createAvailabilityPreview }) =>
    createAvailabilityPreview({ client: queryClient() }),
  );
  try {
    await (await preview)(mentorId);
  } catch (error) {
    preview = undefined;
    console.warn('The code that reads availability ahead could not be loaded.', error);
  }
}
