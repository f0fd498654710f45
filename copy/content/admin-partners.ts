/** Tab Partner Logos of the back office (docs/product/content.md#partners). */
export const adminPartnerLogos = {
  title: 'Partner Logos',
  count: (count: number) => (count === 1 ? '1 partner' : `${count.toLocaleString('en-IN')} partners`),
  hint: 'The home page shows the logos in this order. Drag one by its handle, or move it with the arrows.',
  refresh: 'Refresh',
  columns: { image: 'Image', name: 'Name', order: 'Order', actions: 'Actions' },
  empty: 'No partner logos added yet',
  noImage: 'No image',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,

  order: {
    instructions:
      'Press the space bar to pick the logo up, the arrow keys to move it, and the space bar again ' +
      'to put it down. Escape leaves it where it was.',
    saved: 'Partner logos reordered successfully',
    failed: 'Failed to reorder partner logos',
    changedMeanwhile: 'Somebody else changed the logos meanwhile. The list is up to date now: please move it again.',
  },

  addTitle: 'Add New Partner',
  editTitle: 'Edit Partner Logo',
  form: {
    name: 'Partner name',
    image: 'Logo',
    imageHint: 'PNG, WebP or JPEG, up to 3 MB. A transparent background looks best.',
    chooseImage: 'Choose Image',
    replaceImage: 'Choose Another Image',
    unreadable: 'This image could not be read. Please choose another one.',
    onLight: 'On light',
    onDark: 'On dark',
    uploading: 'Uploading the image',
    add: 'Add Partner',
    save: 'Save Changes',
  },
  nameRequired: 'Please enter a partner name',
  nameTooLong: 'The name is too long: 120 characters at most.',
  imageRequired: 'Please select an image',
  imageFailed: (reason: string) => `Failed to upload image. ${reason}`,
  logoImageFailed: 'Failed to upload logo image',

  deleteTitle: 'Delete Partner Logo',
  deleteDialog: {
    description: (name: string) => `${name} disappears from the home page, and the logo is deleted for good.`,
    keep: 'Keep',
    confirm: 'Delete Logo',
  },

  loadFailed: 'Failed to load partner logos',
  added: 'Partner logo added successfully',
  addFailed: 'Failed to add partner logo',
  updated: 'Partner logo updated successfully',
  updateFailed: 'Failed to update partner logo',
  deleted: 'Partner logo deleted successfully',
  deleteFailed: 'Failed to delete partner logo',
  formErrors: { add: 'Failed to add logo', update: 'Failed to update logo', delete: 'Failed to delete logo' },
  reasons: {
    gone: 'This logo no longer exists: somebody else has deleted it.',
    unreachable: 'The server could not be reached. Please check your connection.',
    unknown: 'The server answered with an error. Please try again.',
  },
} as const;
