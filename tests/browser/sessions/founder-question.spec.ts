import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

const QUESTION = 'How do I price a <b>pilot</b> &lt; whom do I ask?';

test('An administrator reads what a founder wants to leave with before deciding, and removes a text', {
  tag: ['@desktop', '@faults'],
}, async ({ page, adminFixture, sql }) => {
  const { bookingId, founder, mentor } = await adminFixture.addPaidBooking('Zarina Quill');
  await sql`
    insert into public.session_briefs (booking_id, user_id, mentor_id, question, stage, link)
    values (${bookingId}, ${founder.id}, ${mentor.id}, ${QUESTION}, 'idea', 'https://deck.example/a')`;
  await signInAsAdministrator(page, `/admin?tab=bookings&view=waiting&q=${encodeURIComponent(founder.email)}`);
  const row = page.locator(`[data-row="${bookingId}"]`);
  await expect(row).toContainText('Has a question');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: /^More for the booking of Zarina Quill/ }).click();
  await page.getByRole('menuitem', { name: 'Reject' }).click();
  await expect(dialog).toContainText('What Zarina Quill wants to leave with');
  await expect(dialog).toContainText(QUESTION);
  await expect(dialog.getByRole('link', { name: 'deck.example' })).toHaveAttribute('rel', /nofollow/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // The list behind shows other bookings than the one that the link opens.
  await page.goto(`/admin?tab=bookings&view=today&booking=${bookingId}`);
  const panel = page.getByRole('dialog', { name: `Zarina Quill with ${mentor.name}` });
  await expect(panel).toContainText(QUESTION);
  await panel.getByRole('button', { name: 'Remove this text' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this text?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove this text' }).click();
  await expect(page.getByText('The text is removed.')).toBeVisible();
  await expect(panel).toContainText('No note from Zarina Quill yet.');
});
