import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import {
  ColorProfile,
  ColorSpace,
  Gravity,
  type IMagickImage,
  initializeImageMagick,
  MagickError,
  MagickFormat,
  MagickGeometry,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm';
import { pictures as copy } from '#copy/content/pictures.ts';
import { HttpError } from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import {
  PICTURE_MAX_BYTES,
  PICTURE_MAX_MEGAPIXELS,
  PICTURE_MAX_SIDE,
  type PictureType,
  pictureType,
} from '#rules/content/picture.ts';
import type { PictureShape } from './picture-kinds.ts';
import { srgbProfile } from './srgb-profile.ts';

/** The widest JPEG there can be. Up to here the library tells a picture's size, so that the refusal can say what is wrong. */
const MEASURED_SIDE = 65_535n;
/** Bytes of decoded pixels, of all frames together: 8 megapixels, what resizing adds, and some room. */
const MAX_PIXEL_BYTES = 100_000_000n;
const QUALITY = 82;

/** The only decoders that run on uploads. */
const FORMATS: Record<PictureType, MagickFormat> = {
  'image/jpeg': MagickFormat.Jpeg,
  'image/png': MagickFormat.Png,
  'image/webp': MagickFormat.WebP,
};

export interface PictureVariant {
  width: number;
  bytes: Uint8Array;
}

let starting: Promise<ColorProfile> | undefined;

/**
 * Re-encodes a picture as WebP in each width of `shape`, the widest first: upright, in sRGB, without metadata, never
 * enlarged. Refuses with 415 what is not a JPEG, PNG or WebP by its content, and with 422 what is animated, damaged or
 * has too many pixels.
 */
export async function makeVariants(bytes: Uint8Array, shape: PictureShape): Promise<PictureVariant[]> {
  const type = pictureType(bytes);
  if (!type) throw new HttpError(415, copy.wrongType);
  if ((type === 'image/webp' && isAnimated(bytes)) || (type === 'image/png' && hasFrames(bytes)))
    throw new HttpError(422, copy.animated);
  const srgb = await startLibrary();
  const image = MagickImage.create();
  try {
    decode(image, bytes, FORMATS[type], shape);
    image.autoOrient();
    const [width] = shape.widths;
    image.thumbnail(new MagickGeometry(`${width}x${Math.round(width / shape.ratio)}${shape.isWhole ? '' : '^'}>`));
    if (image.getColorProfile()) image.transformColorSpace(srgb);
    image.colorSpace = ColorSpace.sRGB;
    if (!shape.isWhole) cut(image, shape.ratio);
    image.strip();
    image.quality = QUALITY;
    return shape.widths.map((width) => {
      const height = Math.round(width / shape.ratio);
      if (image.width > width || (shape.isWhole && image.height > height)) {
        image.resize(new MagickGeometry(width, height));
      }
      return { width, bytes: image.write(MagickFormat.WebP, (data) => data.slice()) };
    });
  } catch (error) {
    if (!(error instanceof MagickError)) throw error;
    logProblem('warn', 'A picture was refused', { error: describeError(error) });
    throw new HttpError(422, copy.damaged);
  } finally {
    image.dispose();
  }
}

async function startLibrary(): Promise<ColorProfile> {
  starting ??= (async () => {
    const wasm = new URL('x86/magick.wasm', import.meta.resolve('@imagemagick/magick-wasm'));
    // Given as bytes, the library keeps them: 14 MB of what a function may use.
    await initializeImageMagick(await WebAssembly.compile(await readFile(wasm)));
    ResourceLimits.width = MEASURED_SIDE;
    ResourceLimits.height = MEASURED_SIDE;
    ResourceLimits.memory = MAX_PIXEL_BYTES;
    ResourceLimits.disk = 0n;
    ResourceLimits.maxProfileSize = BigInt(PICTURE_MAX_BYTES);
    return new ColorProfile(srgbProfile());
  })();
  return starting;
}

function decode(image: IMagickImage, bytes: Uint8Array, format: MagickFormat, shape: PictureShape): void {
  let isCutShort = false;
  // The JPEG decoder fills missing data with grey and only warns.
  image.onWarning = ({ error }) => {
    isCutShort ||= /premature end/i.test(error?.message ?? '');
  };
  const settings = new MagickReadSettings({ format, frameIndex: 0, frameCount: 1 });
  measure(image, bytes, settings);
  // A quarter more than is kept is enough: the result is as sharp as from the whole picture.
  const side = Math.ceil((1.25 * shape.widths[0]) / Math.min(1, shape.ratio));
  // A large photo is decoded at half its size or less, which saves time and memory.
  if (Math.min(image.width, image.height) >= 2 * side) {
    settings.setDefine(MagickFormat.Jpeg, 'size', `${side}x${side}`);
  }
  image.read(bytes, settings);
  if (isCutShort) throw new HttpError(422, copy.damaged);
}

/** Reads only the header. */
function measure(image: IMagickImage, bytes: Uint8Array, settings: MagickReadSettings): void {
  const refuse = () =>
    new HttpError(
      422,
      copy.tooManyPixels(`${PICTURE_MAX_SIDE.toLocaleString('en-IN')} pixels`, PICTURE_MAX_MEGAPIXELS),
    );
  try {
    image.ping(bytes, settings);
  } catch (error) {
    if (claimedSide(bytes) > PICTURE_MAX_SIDE) throw refuse();
    throw error;
  }
  const longer = Math.max(image.width, image.height);
  if (longer > PICTURE_MAX_SIDE || image.width * image.height > PICTURE_MAX_MEGAPIXELS * 1_000_000) throw refuse();
}

/** The longer side in a PNG's header: for a size over its limit the library only says that the header is wrong. */
function claimedSide(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24));
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return 0;
  return Math.max(head.readUInt32BE(16), head.readUInt32BE(20));
}

function cut(image: IMagickImage, ratio: number): void {
  const width = Math.max(1, Math.min(image.width, Math.round(image.height * ratio)));
  const height = Math.max(1, Math.min(image.height, Math.round(image.width / ratio)));
  image.crop(width, height, Gravity.Center);
  image.resetPage();
}

/** Whether a PNG announces more than one frame, before its data: programs that do not know it show the first alone. */
function hasFrames(bytes: Uint8Array): boolean {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return png.readUInt32BE(at + 8) > 1;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/** Whether the extended header of a WebP announces an animation. */
function isAnimated(bytes: Uint8Array): boolean {
  const isExtended = [0x56, 0x50, 0x38, 0x58].every((byte, index) => bytes[12 + index] === byte);
  return isExtended && ((bytes[20] ?? 0) & 2) !== 0;
}
