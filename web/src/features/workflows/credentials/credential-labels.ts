import type { Credential } from '@imperium/contract/workflows/workflow-credentials.ts'
import { t } from '../../../lib/words.ts'

export const kindLabels: Record<Credential['kind'], string> = {
  bearer: t('Bearer token'),
  basic: t('User name and password'),
  header: t('Header||HTTP'),
  query: t('Query parameter'),
}

/** The label of the field beside the secret; null for a bearer token. */
export const fieldLabels: Record<Credential['kind'], string | null> = {
  bearer: null,
  basic: t('User name'),
  header: t('Name of the header'),
  query: t('Name of the parameter'),
}

export const secretLabels: Record<Credential['kind'], string> = {
  bearer: t('Token||credential'),
  basic: t('Password'),
  header: t('Value'),
  query: t('Value'),
}
