import { describe, expect, it } from 'vitest';
import { EMPTY_PODCAST, followingThumbnail, podcastSchema } from './podcast-form.ts';
import { canSubmitTestimonial, EMPTY_TESTIMONIAL, testimonialSchema } from './testimonial-form.ts';

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

const THUMBNAIL = 'Please enter the address of a picture on this site, which begins with /, or leave it empty.';

describe('a podcast', () => {
  const form = { ...EMPTY_PODCAST, title: ' One ', youtube_url: ' youtu.be/aaaaaaaaaaa?t=3 ' };

  it('is a row with the id of its address, published unless it says otherwise', () => {
    expect(podcastSchema.parse(form)).toEqual({
      title: 'One',
      description: null,
      youtube_url: 'https://youtu.be/aaaaaaaaaaa?t=3',
      youtube_id: 'aaaaaaaaaaa',
      thumbnail_url: 'https://img.youtube.com/vi/aaaaaaaaaaa/hqdefault.jpg',
      published: true,
      is_featured: false,
    });
  });

  it.each([
    [{ title: ' ' }, ['Title is required']],
    [{ title: 'x'.repeat(201) }, ['The title is too long: 200 characters at most.']],
    [{ description: 'x'.repeat(5001) }, ['The description is too long: 5,000 characters at most.']],
    [{ youtube_url: '' }, ['Please enter a valid YouTube URL']],
    [{ youtube_url: 'https://vimeo.com/1' }, ['Please enter a valid YouTube URL']],
    [{ youtube_url: 'https://youtube.com.evil.example/v/aaaaaaaaaaa' }, ['Please enter a valid YouTube URL']],
    [{ youtube_url: 'https://www.youtube.com/@point0' }, ['Could not extract YouTube video ID']],
    [{ youtube_url: 'https://youtu.be/short' }, ['Could not extract YouTube video ID']],
    [{ thumbnail_url: 'http://point0.example/a.jpg' }, [THUMBNAIL]],
    [{ thumbnail_url: 'javascript:alert(1)' }, [THUMBNAIL]],
    [{ thumbnail_url: '//elsewhere.example/a.jpg' }, [THUMBNAIL]],
    [{ thumbnail_url: 'a picture' }, [THUMBNAIL]],
    [{ thumbnail_url: 'https://elsewhere.example/a.jpg' }, [THUMBNAIL]],
    [{ thumbnail_url: 'https://img.youtube.com.elsewhere.example/vi/a.jpg' }, [THUMBNAIL]],
    [{ thumbnail_url: `https://point0.example/${'a'.repeat(500)}` }, [THUMBNAIL]],
  ])('%j', (change, messages) => {
    expect(messagesOf(podcastSchema.safeParse({ ...form, ...change }))).toEqual(messages);
  });

  it.each([
    ['/demo/podcasts/episode-1-640.webp', '/demo/podcasts/episode-1-640.webp'],
    [
      ' data.point0.example/storage/v1/object/public/partner_logos/a.webp ',
      'https://data.point0.example/storage/v1/object/public/partner_logos/a.webp',
    ],
    ['', 'https://img.youtube.com/vi/aaaaaaaaaaa/hqdefault.jpg'],
  ])('has a picture of its own, or the one of its video: %s', (thumbnail_url, stored) => {
    expect(podcastSchema.parse({ ...form, thumbnail_url }).thumbnail_url).toBe(stored);
  });

  it('takes the picture of another video with it, and leaves one that a person chose', () => {
    const first = followingThumbnail('', 'youtu.be/aaaaaaaaaaa');
    expect(first).toBe('https://img.youtube.com/vi/aaaaaaaaaaa/hqdefault.jpg');
    const second = followingThumbnail(first, 'https://www.youtube.com/watch?v=bbbbbbbbbbb');
    expect(second).toBe('https://img.youtube.com/vi/bbbbbbbbbbb/hqdefault.jpg');
    expect(followingThumbnail(second, 'https://www.youtube.com/watch?v=')).toBe('');
    expect(followingThumbnail('/own.webp', 'youtu.be/aaaaaaaaaaa')).toBe('/own.webp');
  });
});

describe('a testimonial', () => {
  const form = { ...EMPTY_TESTIMONIAL, name: ' Asha ', role: 'Founder' };

  it('has a name, a role, and perhaps a company', () => {
    expect(testimonialSchema.parse(form)).toEqual({ name: 'Asha', role: 'Founder', company: null, is_featured: false });
    expect(messagesOf(testimonialSchema.safeParse({ ...form, role: ' ' }))).toEqual(['Name and role are required']);
    expect(messagesOf(testimonialSchema.safeParse({ ...form, company: 'x'.repeat(121) }))).toEqual([
      'Company is too long: 120 characters at most.',
    ]);
  });

  it('is submitted with both, and with a video', () => {
    expect(canSubmitTestimonial(form, true)).toBe(true);
    expect(canSubmitTestimonial(form, false)).toBe(false);
    expect(canSubmitTestimonial({ ...form, name: ' ' }, true)).toBe(false);
  });
});
