import { z } from 'zod'
import { saveContactFrom } from '../../../contacts/index.ts'
import { templateText, templateValue } from '../config-fields.ts'
import { contactOutput, contactSample } from './contact-output.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'
import { readTagNames, tagNames } from '../tag-names.ts'

const text = (max: number) => templateText(max).default('')

const config = z
  .strictObject({
    email: text(320),
    phone: text(60),
    firstName: text(100),
    lastName: text(100),
    locale: text(35),
    timeZone: text(64),
    addTags: tagNames,
    removeTags: tagNames,
    /** Custom fields by their key; an empty value takes one away. */
    fields: z
      .array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a field'), value: templateValue }))
      .max(50)
      .default([]),
  })
  .refine(({ email, phone }) => email.trim() !== '' || phone.trim() !== '', {
    path: ['email'],
    message: 'Enter an email address or a phone number',
  })

export const contact = defineStep({
  kind: 'commit',
  config,
  about: {
    type: 'contact',
    label: 'Create or update a contact',
    description: 'Finds a contact by email address or phone number, or creates one, and updates its fields and tags.',
    category: 'people',
    icon: 'contact',
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'email', label: 'Email', kind: 'template', placeholder: '{{ trigger.body.email }}' },
      { path: 'phone', label: 'Phone', kind: 'template' },
      { path: 'firstName', label: 'First name', kind: 'template', hint: 'Empty fields are not changed.' },
      { path: 'lastName', label: 'Last name', kind: 'template' },
      { path: 'addTags', label: 'Add tags', kind: 'tags' },
      { path: 'removeTags', label: 'Remove tags', kind: 'tags' },
      { path: 'fields', label: 'Custom fields', kind: 'contactField' },
      { path: 'locale', label: 'Language', kind: 'template', placeholder: 'en-GB' },
      { path: 'timeZone', label: 'Time zone', kind: 'template', placeholder: 'Europe/London' },
    ],
    sample: { ...contactSample, created: true },
  },
  run: async (platform, tx, { addTags, removeTags, fields, ...values }, { workflowName }) => {
    const simple = fields.map(({ name, value }): [string, string | number | boolean | null] => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ])
    const custom = Object.fromEntries(simple)
    const tags = { addTags: readTagNames(addTags), removeTags: readTagNames(removeTags) }
    try {
      const saved = await saveContactFrom(platform, tx, { ...values, ...tags, custom, by: workflowName })
      const output = { ...contactOutput(saved.contact), created: saved.created }
      return { kind: 'done', output, link: { kind: 'contact', id: saved.contact.id } }
    } catch (error) {
      return failWith(error)
    }
  },
})
