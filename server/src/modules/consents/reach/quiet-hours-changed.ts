import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'

/** The quiet hours or their channels changed. */
export const quietHoursChanged = defineInternalEvent('contacts.quietHoursChanged', z.object({}))
