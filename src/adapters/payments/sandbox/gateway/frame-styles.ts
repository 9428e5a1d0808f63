/** The shop's typeface, from the gateway's own address: a frame may not load anything from the shop. */
function typeface(files: string): string {
  const face = (file: string, range: string) => `@font-face {
  font-family: "Inter Variable"; font-style: normal; font-weight: 100 900; font-display: swap;
  src: url("${files}/${file}") format("woff2"); unicode-range: ${range};
}`;
  return [
    face(
      'inter-latin-opsz-normal.woff2',
      'U+0000-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC',
    ),
    face('inter-latin-ext-opsz-normal.woff2', 'U+0100-02BA, U+1E00-1E9F, U+1EF2-1EFF'),
  ].join('\n');
}

/** Colours of the shop's paper theme, so that a frame looks like a part of the page around it. */
const paper = `:root {
  --paper: #fffcf5; --ink: #14110d; --muted: #5c5343; --line: rgb(20 17 13 / 0.52); --danger: #a5351f;
  --focus: #8a6503; --bank: #1d3b53;
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); font: 400 1rem/1.5 "Inter Variable", "Helvetica Neue", Arial, sans-serif; }`;

/** A card field: the page around it draws border, background and focus ring; the whole box can be clicked. */
export function fieldStyle(files: string): string {
  return `${typeface(files)}
${paper}
html, body, form { height: 100%; background: transparent; overflow: hidden; }
form { margin: 0; }
label { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
input {
  width: 100%; height: 100%; margin: 0; padding: 0 1rem; border: 0; border-radius: 0; outline: 0; appearance: none;
  background: transparent; color: inherit; font: inherit; font-variant-numeric: tabular-nums lining-nums;
}
input::placeholder { color: var(--muted); opacity: 0.8; }`;
}

/** The issuer's page: plain, and clearly somebody else's than the shop's. */
export function challengeStyle(files: string): string {
  return `${typeface(files)}
${paper}
body { background: var(--paper); }
main { padding: 0 1.5rem 1.5rem; }
.bank { margin: 0 -1.5rem 1.5rem; padding: 0.75rem 1.5rem; background: var(--bank); color: var(--paper); font-weight: 600; }
h1 { margin: 0 0 0.5rem; font-size: 1.3125rem; line-height: 1.2; font-weight: 600; }
p { margin: 0 0 1rem; }
dl { margin: 0 0 1.25rem; border-block: 1px solid rgb(20 17 13 / 0.16); padding-block: 0.5rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.25rem; }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 520; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 0.5rem; font-size: 0.9375rem; font-weight: 520; }
input {
  width: 100%; min-height: 3rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 4px;
  background: transparent; color: inherit; font: inherit; letter-spacing: 0.2em;
}
input:focus { outline: 2px solid var(--focus); border-color: transparent; }
input[aria-invalid="true"] { border-color: var(--danger); }
#problem { min-height: 2.8em; margin: 0.5rem 0; font-size: 0.9375rem; line-height: 1.4; color: var(--danger); }
button {
  width: 100%; min-height: 3rem; border: 0; border-radius: 4px; background: var(--bank); color: var(--paper);
  font: inherit; font-weight: 600; cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }
button:disabled { opacity: 0.6; cursor: default; }
.hint { margin: 1rem 0 0; font-size: 0.8125rem; color: var(--muted); }`;
}

/** The developers' page. */
export function indexStyle(files: string): string {
  return `${typeface(files)}
${paper}
body { background: var(--paper); }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid rgb(20 17 13 / 0.16); text-align: left; }`;
}
