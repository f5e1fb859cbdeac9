import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { partQuery } from './api.ts'
import { exampleOf, readOperation } from '@imperium/contract/kit/openapi-document.ts'
import type { OperationDocument, Schema } from '@imperium/contract/kit/openapi-document.ts'
import { SchemaTable, fieldsOf } from './schema-table.tsx'
import classes from './api-reference.module.css'

/** Parameters, body, statuses and examples of one operation. Loads the document of its part. */
export function OperationDetails({ operation }: { operation: ReferenceOperation }) {
  const { data, error, refetch } = useQuery(partQuery(operation.tag))
  if (error) return <ErrorState error={error} title={t('The description could not be loaded')} onRetry={() => void refetch()} plain />
  if (!data) return <Skeleton height={220} radius={8} />
  const described = readOperation(data, operation.method, operation.path)
  return described && <Described described={described} operation={operation} />
}

function Described({ described, operation }: { described: OperationDocument; operation: ReferenceOperation }) {
  const { components, body, parameters, responses } = described
  const address = `/dashboard/api-playground?endpoint=${encodeURIComponent(`${operation.method} ${operation.path}`)}`
  return (
    <div className={classes.details}>
      <p className={classes.text}>{described.description.replaceAll('`', '')}</p>
      <Button component="a" href={address} variant="default" className={classes.try ?? ''}>
        {t('Try it')}
      </Button>
      {parameters.length > 0 && (
        <>
          <h4>{t('Parameters')}</h4>
          <SchemaTable label={t('Parameters')} fields={parameters} components={components} />
        </>
      )}
      {body && (
        <>
          <h4>{t('Body')}</h4>
          <SchemaTable label={t('Body')} fields={fieldsOf(body, components)} components={components} />
          <CodeBlock label={t('Example body')} code={exampleText(body, components)} />
        </>
      )}
      <h4>{t('Responses')}</h4>
      <ul className={classes.statuses}>
        {responses.map(({ status, description }) => (
          <li key={status}>
            <code>{status}</code> {description.replaceAll('`', '')}
          </li>
        ))}
      </ul>
      {responses
        .filter(({ status, schema }) => schema && status.startsWith('2'))
        .map(
          ({ status, schema }) =>
            schema && <CodeBlock key={status} label={t('Example response')} code={exampleText(schema, components, true)} />,
        )}
    </div>
  )
}

const exampleText = (schema: Schema, components: Record<string, Schema>, full = false): string =>
  JSON.stringify(exampleOf(schema, components, { full }), null, 2)
