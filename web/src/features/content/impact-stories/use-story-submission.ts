import { useRef, useState } from 'react';
import { z } from 'zod';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { clearDraft, readDraft, saveDraft, VISITOR } from '#lib/drafts.ts';
import { callVisitorFunction, submissionFailureOf } from '#lib/functions/visitor-functions.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { prepareImage } from '#lib/prepared-image.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { fileAddress } from '#rules/content/stored-file.ts';

const storedShape = z.object({ path: z.string().min(1) });

/** Sends a story with its photo, and says what came of it. */
export function useStorySubmission({ onDone, onPhotoLost }: { onDone: () => void; onPhotoLost: () => void }) {
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isUnderWay = useRef(false);
  /** A photo that arrived before its story did is not sent twice. */
  const uploaded = useRef<{ photo: SelectedImage; address: string } | null>(null);

  /** The address of the photo; null for none, which is also what a failure makes of it. */
  const upload = async (photo: SelectedImage | null): Promise<string | null> => {
    // Without a connection the story does not arrive either, and its photo may go with it later.
    if (!photo || !navigator.onLine) return null;
    if (uploaded.current?.photo === photo) return uploaded.current.address;
    try {
      const address = await uploadStoryPhoto(photo.file);
      uploaded.current = { photo, address };
      return address;
    } catch (error) {
      console.warn('The photo was not uploaded', error);
      toast.warning(copy.photoFailed, { duration: 8_000 });
      return null;
    }
  };

  const send = async (
    story: { id: string; name: string; experience: string; website: string },
    photo: SelectedImage | null,
  ) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setRefusal(null);
    try {
      await submitStory({ ...story, image_url: await upload(photo) });
      uploaded.current = null;
      toast.success(copy.submitted, { duration: 8_000 });
      onDone();
    } catch (error) {
      console.warn('The story was not submitted', error);
      const { message } = submissionFailureOf(error, copy.failed);
      if (message === copy.photoNotFound) {
        uploaded.current = null;
        onPhotoLost();
      }
      setRefusal(message);
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };

  return { send, isSending, refusal, say: setRefusal };
}

/** Has the server store a visitor's photo as a square, by the type of its content; answers its address. */
async function uploadStoryPhoto(photo: File): Promise<string> {
  const { path } = storedShape.parse(await callVisitorFunction('store-picture?kind=story', await prepareImage(photo)));
  return fileAddress(
    { bucket: 'mentor_images', name: path },
    { apiUrl: readPublicEnv().supabaseUrl, siteUrl: location.origin },
  );
}

/** Hands a story in for review. Sent again with the same `id`, it stays one story. Throws FunctionError. */
async function submitStory(story: {
  id: string;
  name: string;
  experience: string;
  image_url: string | null;
  /** What programs fill in. */
  website: string;
}): Promise<void> {
  await callVisitorFunction('submit-impact-story', story);
}

const DRAFT = 'impact-story';

/** What is typed, and under which id it is handed in. */
export interface StoryDraft {
  id: string;
  name: string;
  experience: string;
  /** It was sent, and whether it arrived is not known. */
  wasSent: boolean;
}

export const newStory = (): StoryDraft => ({ id: crypto.randomUUID(), name: '', experience: '', wasSent: false });

/** The story that was begun in this tab, or a new one. A photo that was chosen cannot be kept. */
export function readStoryDraft(): StoryDraft {
  const { id, name, experience, wasSent } = readDraft(DRAFT, VISITOR);
  const fresh = newStory();
  if (!name && !experience) return fresh;
  return { id: id ?? fresh.id, name: name ?? '', experience: experience ?? '', wasSent: wasSent === 'yes' };
}

export function saveStoryDraft({ wasSent, ...draft }: StoryDraft): void {
  if (draft.name === '' && draft.experience === '') clearDraft(DRAFT, VISITOR);
  else saveDraft(DRAFT, VISITOR, { ...draft, wasSent: wasSent ? 'yes' : 'no' });
}

/** The draft with a change. A text that may have arrived stays what it was there: once changed, it is another story. */
export function changeStory(draft: StoryDraft, change: Partial<StoryDraft>): StoryDraft {
  return { ...draft, ...(draft.wasSent && { id: crypto.randomUUID(), wasSent: false }), ...change };
}
