import { z } from 'zod'

/** An id of India's register of text messages (TRAI DLT): digits, 19 of them as a rule; blank: none. */
export const DltId = z.string().trim().max(30, 'Must be at most 30 characters').regex(/^\d*$/, 'Holds digits only')
