import { expect, test } from 'vitest';
import { COMMENT_LIMIT, reviewSchema } from './review-schema.ts';

const problemsOf = (review: object) => reviewSchema.safeParse(review).error?.issues.map((issue) => issue.message) ?? [];

test('a review is its stars; a comment is not asked for', () => {
  expect(reviewSchema.parse({ rating: 4, comment: ' ' })).toEqual({ rating: 4, comment: '' });
  expect(reviewSchema.parse({ rating: 1, comment: '  Helped. ' })).toEqual({ rating: 1, comment: 'Helped.' });
});

test.each([null, 0, 6, 4.5, '4', undefined])('%s is no number of stars', (rating) => {
  expect(problemsOf({ rating, comment: '' })).toEqual(['Please choose from 1 to 5 stars.']);
});

test('a comment is counted in characters as the database counts them, without the space around it', () => {
  expect(problemsOf({ rating: 5, comment: ` ${'🚀'.repeat(COMMENT_LIMIT)}\n` })).toEqual([]);
  expect(problemsOf({ rating: 5, comment: '🚀'.repeat(COMMENT_LIMIT + 1) })).toEqual([
    'Please keep your comment to 2,000 characters.',
  ]);
});
