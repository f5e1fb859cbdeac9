import { z } from 'zod'

/** As people type it; kept in capitals. */
export const CouponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{3,40}$/, '3 to 40 letters, digits and hyphens')
