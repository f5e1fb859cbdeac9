import { z } from 'zod'
import { defineEvent, personalText } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const person = z.object({ userId: Id, name: personalText() })
const personSample = { userId: oneId, name: 'Ada Lovelace' }

export const accountEvents = {
  created: defineEvent('user.created', 'An account was created', person, personSample),
}
