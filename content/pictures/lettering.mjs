// Letters as lines: the outlines of the shop's serif, for names in films and on shared pictures. The font is read by
// the reader that comes with pdfkit.
import { createRequire } from 'node:module';
import { bezier } from './drawing/lines.mjs';
import { mixP } from './drawing/numbers.mjs';

const require = createRequire(import.meta.url);
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit');
const faces = {};

const faceFile = {
  serif: '@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf',
  sans: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
};

function face(name) {
  faces[name] ??= fontkit.openSync(require.resolve(faceFile[name]));
  return faces[name];
}

/** Width of a line of text at a size. */
export function widthOf(text, size, name = 'serif') {
  return (face(name).layout(text).advanceWidth * size) / face(name).unitsPerEm;
}

/** Outlines of a line of text from its base line's begin: per letter its closed contours, and how late (0 to 1) it comes. */
export function outlines(text, size, [x0, y0], name = 'serif') {
  const font = face(name);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = x0;
  return glyphs.map((glyph, i) => {
    const place = ([a, b]) => [x + (a + positions[i].xOffset) * scale, y0 - b * scale];
    const contours = [];
    let at = [0, 0];
    for (const { command, args } of glyph.path.commands) {
      const pts = [];
      for (let k = 0; k < args.length; k += 2) pts.push(place([args[k], args[k + 1]]));
      if (command === 'moveTo') contours.push([pts[0]]);
      else if (command === 'lineTo') contours.at(-1).push(pts[0]);
      else if (command === 'quadraticCurveTo')
        contours.at(-1).push(...bezier(at, mixP(at, pts[0], 2 / 3), mixP(pts[1], pts[0], 2 / 3), pts[1], 5).slice(1));
      else if (command === 'bezierCurveTo') contours.at(-1).push(...bezier(at, ...pts, 6).slice(1));
      else if (command === 'closePath') contours.at(-1).push(contours.at(-1)[0]);
      at = contours.at(-1).at(-1);
    }
    x += positions[i].xAdvance * scale;
    return { contours, late: i / glyphs.length };
  });
}
