/** The short code of a booking, which people read out and type (docs/product/bookings.md#booking-code). */
export const bookingCode = {
  label: 'Booking code',
  copy: 'Copy booking code',
  loading: 'Looking up the booking code...',
  copied: 'Booking code copied',
  copyFailed: 'The booking code could not be copied. Please select it and copy it by hand.',
} as const;
