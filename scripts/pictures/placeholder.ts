/** Shown where a person has no picture or it cannot be loaded: a bust on the dotted grid, 4:5, in both designs. */
export function drawPlaceholder(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800" viewBox="0 0 320 400" ' +
    'fill="none"><style>@media (prefers-color-scheme:dark){[fill="#ece7e0"]{fill:#2a2520}[fill="#d0c8bd"]{fill:#3b352e}' +
    '[fill="#c4b9ab"]{fill:#574e44}}</style><defs><pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" ' +
    'cy="10" r="1.2" fill="#d0c8bd"/></pattern></defs><rect width="320" height="400" fill="#ece7e0"/><rect ' +
    'width="320" height="400" fill="url(#grid)"/><circle cx="160" cy="165" r="68" fill="#c4b9ab"/><path d="M28 ' +
    '400c4-96 58-146 132-146s128 50 132 146z" fill="#c4b9ab"/></svg>\n'
  );
}
