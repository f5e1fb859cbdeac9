import { z } from 'zod'
import { defineInternalEvent, personalText } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'

/** A user signed in from a device that no earlier session has. */
export const signedInFromNewDevice = defineInternalEvent(
  'user.signedInFromNewDevice',
  z.object({ userId: Id, device: personalText(), browser: personalText(), ipAddress: personalText() }),
)
