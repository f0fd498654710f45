/** Pictures that people upload (docs/product/site.md#uploads). */
export const pictures = {
  preparing: 'Preparing the image…',
  wrongType: 'Please select a valid image file (JPEG, PNG, or WebP)',
  tooLarge: 'Image size should be less than 3MB',
  damaged: 'This image is damaged or not complete. Please choose another one.',
  animated: 'Animated images cannot be used. Please choose a still one.',
  tooManyPixels: (side: string, megapixels: number) =>
    `This image has too many pixels: at most ${side} on each side and ${megapixels} megapixels. ` +
    'Please choose a smaller one.',
  tooMany: (wait: string) => `Many images were uploaded in a short time. Please try again in ${wait}.`,
  notStored: 'The image could not be stored. Please try again.',
} as const;
