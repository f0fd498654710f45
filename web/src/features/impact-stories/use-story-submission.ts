import { useRef, useState } from 'react';
import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { refusalOf } from '#lib/functions/visitor-functions.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { submitStory, uploadStoryPhoto } from './story-form.data.ts';

/** Sends a story with its photo, and says what came of it (administrator side, sections 5, 7 and 8). */
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
      const { message } = refusalOf(error, copy.failed);
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
