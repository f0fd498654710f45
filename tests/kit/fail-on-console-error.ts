/**
 * A test that makes the code complain on the console fails, unless it says that it expects the complaint by
 * mocking `console.error` itself (`vi.spyOn(console, 'error').mockImplementation(() => {})`).
 */
import { afterEach, beforeEach } from 'vitest';

const original = console.error;
let complaints: unknown[][] = [];

function recordComplaint(...args: unknown[]): void {
  complaints.push(args);
  original(...args);
}

beforeEach(() => {
  console.error = recordComplaint;
});

afterEach(() => {
  console.error = original;
  const [first] = complaints;
  complaints = [];
  if (first) throw new Error(`Unexpected console.error: ${first.map(String).join(' ')}`);
});
