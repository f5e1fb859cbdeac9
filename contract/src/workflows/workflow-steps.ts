import { z } from 'zod'
import { Json } from './workflow-definition.ts'

export const stepCategories = ['trigger', 'ai', 'message', 'data', 'logic', 'people', 'sales', 'flow', 'integration'] as const

/** Names of icons that the web app knows (web/src/features/workflows/step-icons.ts). */
export const stepIcons = [
  ...(['webhook', 'calendar', 'bolt', 'hand', 'robot', 'mail', 'message', 'whatsapp', 'bell', 'http', 'branch', 'switch'] as const),
  ...([
    'edit',
    'code',
    'clock',
    'hourglass',
    'user-check',
    'repeat',
    'parallel',
    'join',
    'workflow',
    'contact',
    'users',
    'speakerphone',
    'reply',
    'stop',
    'plug',
    'invoice',
    'table',
  ] as const),
] as const

/** How the web app shows a field of a step's form. */
export const FormField = z
  .object({
    /** Of the configuration. */
    path: z.string(),
    label: z.string(),
    kind: z.enum([
      ...(['text', 'number', 'switch', 'select', 'duration', 'code', 'json', 'cron', 'timezone', 'datetime', 'weekdays', 'time'] as const),
      /** Text with a data picker: a Liquid template, on one line or many, HTML. */
      ...(['template', 'longTemplate', 'htmlTemplate'] as const),
      /** A designed email. */
      'emailDesign' as const,
      /** Lists of rows: name and template; conditions; cases; branch names. */
      ...(['pairs', 'conditions', 'cases', 'names'] as const),
      /** Choices from the organization. */
      ...([
        'agent',
        'workflow',
        'sender',
        'account',
        'whatsappTemplate',
        'purpose',
        'segment',
        'campaign',
        'members',
        'credential',
        'eventType',
        'contactField',
        'tags',
        /** Of the service that its option names. */
        'connection',
        /** Of the connection in the field `connection`. */
        'connectionAction',
        /** Of the operation in the field `action` of that connection: its form. */
        'connectionInput',
      ] as const),
    ]),
    hint: z.string().default(''),
    placeholder: z.string().default(''),
    options: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
    required: z.boolean().default(false),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Shown only when the other field has one of these values. */
    when: z.object({ path: z.string(), in: z.array(z.union([z.string(), z.boolean()])) }).optional(),
  })
  .meta({ id: 'StepFormField' })
export type FormField = z.infer<typeof FormField>

/**
 * A step type as the palette, the editor and the documentation show it. Labels, descriptions, hints and placeholders are English keys of
 * the dictionaries (scripts/words/collect-messages.ts): the web app shows them by `translateMessage`.
 */
export const StepType = z
  .object({
    type: z.string(),
    label: z.string(),
    description: z.string(),
    category: z.enum(stepCategories),
    icon: z.enum(stepIcons),
    /** Output ports in drawing order; with `portsFrom` more come from a list of the configuration (cases, branches). */
    ports: z.array(z.object({ port: z.string(), label: z.string() })),
    /** The service that it calls: offered where it is connected. */
    connectorId: z.string().nullable(),
    portsFrom: z.object({ path: z.string(), key: z.string(), label: z.string() }).nullable(),
    isTrigger: z.boolean(),
    /** It changes something outside the run: tests skip it, and a retry asks whether to repeat it. */
    hasEffect: z.boolean(),
    form: z.array(FormField),
    defaults: z.record(z.string(), Json),
    /** Sample output, for the data picker and for tests. */
    sample: Json,
  })
  .meta({ id: 'StepType' })
export type StepType = z.infer<typeof StepType>
