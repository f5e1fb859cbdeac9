import type {
  ArtifactLanguage,
  ArtifactType,
  CodeArtifact,
  artifactStatuses,
  environments,
} from '@imperium/contract/code-artifacts/code-artifact.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const typeLabels: Record<ArtifactType, string> = {
  react_component: t('React component'),
  api_endpoint: t('API endpoint'),
  database_migration: t('Database migration'),
  service_class: t('Service class'),
  utility_function: t('Utility function'),
  test_suite: t('Test suite'),
  configuration: t('Configuration'),
  documentation: t('Documentation'),
  full_application: t('Full application'),
}

export const statusLabels: Record<(typeof artifactStatuses)[number], { tone: StatusTone; label: string }> = {
  generated: { tone: 'info', label: t('Generated') },
  reviewed: { tone: 'warn', label: t('Reviewed') },
  approved: { tone: 'ok', label: t('Approved') },
  deployed: { tone: 'ok', label: t('Deployed') },
  failed: { tone: 'bad', label: t('Failed') },
}

/** Proper names. */
export const languageLabels: Record<ArtifactLanguage, string> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  jsx: 'JSX',
  tsx: 'TSX',
  sql: 'SQL',
  python: 'Python',
  json: 'JSON',
  yaml: 'YAML',
  html: 'HTML',
  css: 'CSS',
  markdown: 'Markdown',
}

export const environmentLabels: Record<(typeof environments)[number], string> = { staging: t('Staging'), production: t('Production') }

export const placeTexts: Record<CodeArtifact['place'], string> = {
  tool: t(
    'Agents with the tool "Use deployed code artifacts" and the workflow step "Call a function" can call it. It runs in the sandbox, without network.',
  ),
  webhook: t('A workflow with a webhook is drafted that calls it. Publish the workflow to get its URL.'),
  entity: t('Its table becomes the draft of an entity definition. Nothing of the migration is run.'),
  config: t('Deployed functions read it as config["name"].'),
  article: t('It becomes a draft in the knowledge base.'),
  record: t('The platform keeps which version is deployed. It is downloaded and used elsewhere; nothing of it runs here.'),
}

export const refusalTexts: Record<Exclude<CodeArtifact['mayReview'], 'yes'>, string> = {
  author: t('Another member reviews what you wrote.'),
  role: t('Your role can view code artifacts, but not change them'),
  state: t('This version is not waiting for a review.'),
}

const previewLength = 60

/** The beginning of the reasoning, for a row. */
export const previewOf = (reasoning: string): string =>
  reasoning.length > previewLength ? `${reasoning.slice(0, previewLength)}...` : reasoning
