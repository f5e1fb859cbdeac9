import { z } from 'zod'
import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import { templateText } from './config-fields.ts'

/** Tags one by one, or a template that yields a list, or names with commas between. */
export const tagNames = z.union([z.array(templateText(200)).max(contactLimits.tags), z.string().max(5000)]).default([])

export const readTagNames = (given: z.output<typeof tagNames>): string[] =>
  (typeof given === 'string' ? given.split(',') : given)
    .map((tag) => tag.replaceAll(/\s+/g, ' ').trim().slice(0, contactLimits.tagLength))
    .filter((tag) => tag !== '')
