import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { plainPicture } from '../pictures.ts';

export const TAB = '/admin?tab=video-testimonials';
export const UPLOADS = '**/storage/v1/object/video_testimonials/*';
export const ROWS = '**/rest/v1/video_testimonials*';
/** Eight seconds of our own; its first frame is as good as any other. */
export const FILM = readFileSync('web/public/demo/stories/radiating.mp4');

/** The film with so many bytes behind it that no player looks at. */
export function film(bytes = 0): Buffer {
  const box = Buffer.alloc(8 + bytes);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([FILM, box]);
}

export const mp4 = (name: string, buffer: Buffer = FILM) => ({ name: `${name}.mp4`, mimeType: 'video/mp4', buffer });
export const png = (name: string, buffer: Buffer) => ({ name: `${name}.png`, mimeType: 'image/png', buffer });
export const photo = () => plainPicture(300, 300).png().toBuffer();
export const submit = (page: Page) => page.getByRole('button', { name: 'Upload Testimonial' });
export const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
export const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you entered is kept.' });

export async function choose(page: Page, button: string, file: ReturnType<typeof mp4> | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(file);
}

export async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Role').fill('Founder');
}
