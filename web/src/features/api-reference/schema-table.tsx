import { t } from '../../lib/words.ts'
import { resolveSchema } from '@imperium/contract/kit/openapi-document.ts'
import type { Schema } from '@imperium/contract/kit/openapi-document.ts'
import classes from './api-reference.module.css'

interface Field {
  name: string
  required: boolean
  schema: Schema
}

/** Fields with their types, one line each; those of objects are below them. */
export function SchemaTable({
  label,
  fields,
  components,
}: {
  label: string
  fields: readonly Field[]
  components: Record<string, Schema>
}) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Type')}</th>
            <th scope="col">{t('Required')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required, schema }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{typeText(schema, components)}</td>
              <td>{required ? t('Yes') : t('No')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The fields of an object at the top of a schema. */
export function fieldsOf(given: Schema, components: Record<string, Schema>): Field[] {
  const schema = resolveSchema(given, components)
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choice)
    return choice
      .flatMap((each) => fieldsOf(each, components))
      .filter((each, at, all) => all.findIndex((one) => one.name === each.name) === at)
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    schema: each,
    required: schema.required?.includes(name) ?? false,
  }))
}

function typeText(given: Schema, components: Record<string, Schema>, depth = 0): string {
  const schema = resolveSchema(given, components)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((each) => typeText(each, components, depth + 1)))].join(' | ')
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `${depth > 3 ? '' : typeText(schema.items, components, depth + 1)}[]`
  const name = given.$ref?.split('/').at(-1) ?? schema.format ?? ([schema.type ?? 'any'].flat().join(' | ') || 'any')
  const bounds = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength]
  return bounds.every((each) => each === undefined || Math.abs(each) > 1e12)
    ? name
    : `${name} (${bounds.map((each) => each ?? '').join('..')})`
}
