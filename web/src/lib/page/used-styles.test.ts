import { describe, expect, test } from 'vitest';
import { usedStyles } from './used-styles.ts';

const take = (css: string, html: string) => usedStyles(css)(html);

describe('of a stylesheet a page gets', () => {
  test('the rules of its classes, in their order and inside their at-rules', () => {
    const css =
      '@layer base,utilities;@layer utilities{.a{color:red}.b{color:blue}@media (width>=40rem){.md\\:a{top:0}.c{top:1px}}}';
    expect(take(css, '<p class="md:a a"></p>')).toBe(
      '@layer base,utilities;@layer utilities{.a{color:red}@media (width>=40rem){.md\\:a{top:0}}}',
    );
  });

  test('every rule that needs neither a class nor an element that it has not', () => {
    const css =
      'a,b{color:red}:focus-visible{outline:1px}.a{top:0}table{top:1px}[hidden]{top:2px}:is(table,a){top:3px}';
    expect(take(css, '<a></a>')).toBe(
      'a,b{color:red}:focus-visible{outline:1px}[hidden]{top:2px}:is(table,a){top:3px}',
    );
  });

  test('the rules of the parts of fields when it has a field', () => {
    const css = '::placeholder{top:0}::-webkit-datetime-edit{top:1px}';
    expect(take(css, '<a></a>')).toBe('');
    expect(take(css, '<textarea></textarea>')).toBe(css);
  });

  test('a rule of several selectors when it has all classes of one', () => {
    expect(take('.a .b,.c{top:0}', '<p class="a">')).toBe('');
    expect(take('.a .b,.c{top:0}', '<p class="a"><b class="b">')).toBe('.a .b,.c{top:0}');
    expect(take('.a .b,.c{top:0}', '<p class="c">')).toBe('.a .b,.c{top:0}');
  });

  test('the rules that need mixed colours or registered properties without a question whether the browser has them', () => {
    const css =
      '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))){*{--tw-shadow:0}}}' +
      '.a{color:red}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red 30%, blue)}}';
    expect(take(css, '<p class="a">')).toBe('@layer properties;.a{color:red;color:color-mix(in oklab, red 30%, blue)}');
  });

  test('the rules of its own elements, classes and attributes, whichever page came before', () => {
    const takeFrom = usedStyles('.a{top:0}.b{top:1px}p{top:2px}:root{--red:#f00}');
    const pages = ['<p class="a">', '<b class="a b">', '<p class="a">', '<i class="a" style="color:var(--red)">'];
    expect(pages.map((html) => takeFrom(html))).toEqual([
      '.a{top:0}p{top:2px}',
      '.a{top:0}.b{top:1px}',
      '.a{top:0}p{top:2px}',
      '.a{top:0}:root{--red:#f00}',
    ]);
  });

  test('a rule whose other class must be absent', () => {
    expect(take('.a:not(.b,:is(.c)){top:0}', '<p class="a">')).toBe('.a:not(.b,:is(.c)){top:0}');
  });

  test('states of its classes: pressed, in the dark, for print, without scripts', () => {
    const css = '.a:hover{top:0}@media print{.a{top:1px}}@media (scripting:none){.a{top:2px}}';
    expect(take(css, '<p class="a">')).toBe(css);
  });

  test('classes that HTML writes with entities', () => {
    const css = '.\\[\\&\\>svg\\]\\:size-4>svg{width:1rem}';
    expect(take(css, '<p class="[&amp;&gt;svg]:size-4"><svg>')).toBe(css);
  });

  test('the custom properties that something reads, also by way of another or of an attribute', () => {
    const css =
      ':root{--ink:#000;--text:var(--ink);--red:#f00;--blue:#00f}.a{color:var(--text)}@property --ink{syntax:"*";inherits:false}@property --red{syntax:"*";inherits:false}';
    expect(take(css, '<p class="a">')).toBe(
      ':root{--ink:#000;--text:var(--ink)}.a{color:var(--text)}@property --ink{syntax:"*";inherits:false}',
    );
    expect(take(css, '<p style="color:var(--blue)">')).toBe(':root{--blue:#00f}');
  });

  test('the animations that something plays', () => {
    const css = '.a{animation:spin 1s}@keyframes spin{to{rotate:360deg}}@keyframes fade{to{opacity:0}}';
    expect(take(css, '<p class="a">')).toBe('.a{animation:spin 1s}@keyframes spin{to{rotate:360deg}}');
  });

  test('no comment', () => {
    expect(take('/*! licence */a{top:0}', '<a>')).toBe('a{top:0}');
  });
});
