import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';

it('a button gives its text an element of its own, which a translation cannot take from beside the spinner', () => {
  const inside = (button: React.ReactElement) =>
    renderToStaticMarkup(button).replaceAll(/ (?:type|class)="[^"]*"/g, '');
  expect(inside(<Button>Save</Button>)).toBe('<button><span>Save</span></button>');
  expect(
    inside(
      <Button isBusy>
        {false}
        <svg />
        Save
      </Button>,
    ),
  ).toMatch(/<\/span><svg><\/svg><span>Save<\/span><\/button>$/);
});

it('a busy button keeps the focus: it is not disabled, whatever else disables it', () => {
  expect(renderToStaticMarkup(<Button disabled>Save</Button>)).toContain(' disabled=""');
  expect(
    renderToStaticMarkup(
      <Button disabled isBusy>
        Save
      </Button>,
    ),
  ).not.toContain(' disabled=');
});
