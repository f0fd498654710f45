/** Colours of the drawn people and of the pictures made for other sites; the pages' own colours are in app.css. */

export const INK = '#1c1917';
export const CANVAS = '#fbfaf8';
export const AMBER = '#fbbf24';
export const DOT = '#dcd6ce';
export const MUTED = '#5c554f';

export const SKIN = { light: '#f3cfa9', wheat: '#e5b58a', tan: '#d39c6c', brown: '#bf8454', deep: '#a86d42' };

export const HAIR = { black: '#1c1917', brown: '#3b2417', grey: '#6b645d', silver: '#a39a90' };

export const CLOTH = {
  cream: '#fff7e8',
  mustard: '#f2b632',
  terracotta: '#c9673f',
  rose: '#d98c7c',
  sage: '#9aa883',
  teal: '#3f7370',
  sky: '#a9c3cf',
  indigo: '#46548a',
  maroon: '#83303a',
  stone: '#cfc6ba',
  night: '#2b3147',
  forest: '#2c4038',
  cocoa: '#4a2f25',
};

/** From the top left to the bottom right, then the disc behind the head. */
export const BACKDROP = {
  amber: ['#fde7b0', '#f6bb4c', '#fff1cc'],
  honey: ['#fbe3bd', '#e9a95c', '#fdf0d8'],
  apricot: ['#fbdcc2', '#eda172', '#fdebdc'],
  terracotta: ['#f3cdb8', '#d5855f', '#f9e0d2'],
  clay: ['#ecd5c7', '#bf8d73', '#f5e6dc'],
  stone: ['#ece6de', '#c4b6a5', '#f6f2ec'],
  sand: ['#f3e8d5', '#d9be94', '#faf3e6'],
  rose: ['#f6dcd3', '#dba08f', '#fbeae4'],
} as const satisfies Record<string, readonly [string, string, string]>;
