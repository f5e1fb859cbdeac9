import { z } from 'zod'

/** A fact that a module tells the others after its commit: its name and the schema of its data. Ids and names, no secrets, no bodies. */
export interface EventDefinition<T extends string = string, P extends z.ZodObject = z.ZodObject> {
  readonly type: T
  readonly payload: P
}

/** An event of the catalogue: workflows start with it, and programs may be told of it. */
export interface CatalogueEvent<T extends string = string, P extends z.ZodObject = z.ZodObject> extends EventDefinition<T, P> {
  /** Its name in lists, as a key of the dictionaries. */
  readonly label: string
  /** A whole payload, for forms and documents. */
  readonly sample: z.output<P>
}

const personal = z.registry<{ isPersonal: true }>()

/**
 * A text of an event that names a person, or that people or other systems wrote and that may name one. Who hears the event gets it; the
 * event that stays in the outbox for a month is without it.
 */
export const personalText = () => z.string().register(personal, { isPersonal: true })

const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodExactOptional ||
  schema instanceof z.ZodDefault
    ? inner(schema.unwrap())
    : schema

/** The fields of an event that are left out of the outbox. */
export const personalFieldsOf = ({ payload }: EventDefinition): string[] =>
  Object.entries(payload.shape).flatMap(([name, schema]) => (personal.has(inner(schema)) ? [name] : []))

export type PayloadOf<E extends EventDefinition> = z.output<E['payload']>

/** An event inside the product: maintenance, or one that concerns a single user. */
export const defineInternalEvent = <const T extends string, P extends z.ZodObject>(type: T, payload: P): EventDefinition<T, P> => ({
  type,
  payload,
})

/** An event of the catalogue; `events` in `registry.ts` lists it. */
export const defineEvent = <const T extends string, P extends z.ZodObject>(
  type: T,
  label: string,
  payload: P,
  sample: z.output<P>,
): CatalogueEvent<T, P> => ({ type, label, payload, sample })
