/**
 * Whether there is something to show of a testimonial. Lists leave out rows that fail this check (administrator side,
 * section 7).
 */
export function isShowable(testimonial: { name: string; role: string; video_url: string }): boolean {
  const { name, role, video_url } = testimonial;
  return name.trim() !== '' && role.trim() !== '' && /^(https?:\/\/|\/)/.test(video_url);
}
