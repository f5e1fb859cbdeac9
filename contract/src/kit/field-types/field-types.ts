import { choice, choices, relation, relations } from './choice-types.ts'
import type { FieldType } from './field-type.ts'
import { autonumber, boolean, money, number } from './number-types.ts'
import { email, longText, phone, text, url } from './text-types.ts'
import { date, dateTime } from './time-types.ts'

export const fieldTypeNames = [
  'text',
  'long-text',
  'number',
  'money',
  'date',
  'date-time',
  'boolean',
  'choice',
  'choices',
  'email',
  'phone',
  'url',
  'relation',
  'relations',
  'autonumber',
] as const
export type FieldTypeName = (typeof fieldTypeNames)[number]

/** Every type of field, in the order of the designer. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  text,
  'long-text': longText,
  number,
  money,
  date,
  'date-time': dateTime,
  boolean,
  choice,
  choices,
  email,
  phone,
  url,
  relation,
  relations,
  autonumber,
}
