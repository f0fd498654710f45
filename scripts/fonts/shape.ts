import { Blob, Face, Feature, Font, Buffer as ShapeBuffer, shape, Variation } from 'harfbuzzjs';

interface Shaped {
  /** Advance of the whole run, in pixels. */
  width: number;
  /** SVG path data, baseline at y = 0, in pixels. */
  path: string;
}

interface FontMetrics {
  /** All three as fractions of the em; `descent` is positive. */
  ascent: number;
  descent: number;
  lineGap: number;
}

/** Opens a font held in memory (TrueType, not WOFF2) at given variation axes, for measuring and drawing text. */
export function openFont(sfnt: Uint8Array, axes: Record<string, number> = {}) {
  const face = new Face(new Blob(sfnt));
  const font = new Font(face);
  const em = face.upem;
  font.setScale(em, em);
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));

  function glyphs(text: string) {
    const buffer = new ShapeBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer, [new Feature('kern', 1)]);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map((info, index) => ({ id: info.codepoint, ...positions[index] }));
  }

  return {
    metrics(): FontMetrics {
      const { ascender, descender, lineGap } = font.hExtents();
      return { ascent: ascender / em, descent: -descender / em, lineGap: lineGap / em };
    },

    /** Width of a run in ems. */
    measure(text: string): number {
      return glyphs(text).reduce((sum, glyph) => sum + (glyph.xAdvance ?? 0), 0) / em;
    },

    /** Outlines of a run at `size` pixels; `tracking` is extra space between letters, in ems. */
    draw(text: string, size: number, tracking = 0): Shaped {
      const scale = size / em;
      let x = 0;
      const parts: string[] = [];
      for (const glyph of glyphs(text)) {
        const outline = font.glyphToPath(glyph.id);
        if (outline) parts.push(placeOutline(outline, scale, x + (glyph.xOffset ?? 0)));
        x += (glyph.xAdvance ?? 0) + tracking * em;
      }
      return { width: (x - tracking * em) * scale, path: parts.join('') };
    },
  };
}

// Glyph outlines have y upwards and font units; every command letter is absolute and takes x,y pairs.
function placeOutline(outline: string, scale: number, shift: number): string {
  return outline.replace(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_pair, x: string, y: string) => `${((Number(x) + shift) * scale).toFixed(2)},${(-Number(y) * scale).toFixed(2)}`,
  );
}
