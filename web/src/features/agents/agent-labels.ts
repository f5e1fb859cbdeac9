import {
  IconChartBar,
  IconChecklist,
  IconCoin,
  IconDatabaseCog,
  IconHeadset,
  IconMail,
  IconMessageCircle,
  IconPencil,
  IconSpeakerphone,
  IconTargetArrow,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type {
  ActionGrant,
  AgentGrant,
  AgentStatus,
  AgentType,
  Capability,
  CollectionGrant,
  ConditionGrant,
  GrantedTool,
  HostGrant,
  WorkflowGrant,
} from '@imperium/contract/agents.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const typeIcons: Record<AgentType, Icon> = {
  LEAD_GENERATOR: IconTargetArrow,
  EMAIL_MARKETER: IconMail,
  SOCIAL_MEDIA: IconSpeakerphone,
  CONTENT_CREATOR: IconPencil,
  ANALYTICS: IconChartBar,
  CUSTOMER_SERVICE: IconHeadset,
  SALES: IconCoin,
  SEO_OPTIMIZER: IconWorldSearch,
  CONVERSATIONAL: IconMessageCircle,
  TASK_AUTOMATION: IconChecklist,
  DATA_PROCESSOR: IconDatabaseCog,
}

export const typeLabels: Record<AgentType, string> = {
  LEAD_GENERATOR: t('Lead generator'),
  EMAIL_MARKETER: t('Email marketer'),
  SOCIAL_MEDIA: t('Social media'),
  CONTENT_CREATOR: t('Content creator'),
  ANALYTICS: t('Analytics'),
  CUSTOMER_SERVICE: t('Customer service'),
  SALES: t('Sales'),
  SEO_OPTIMIZER: t('SEO optimizer'),
  CONVERSATIONAL: t('Conversational'),
  TASK_AUTOMATION: t('Task automation'),
  DATA_PROCESSOR: t('Data processor'),
}

export const statusText: Record<AgentStatus, string> = {
  ACTIVE: t('Active'),
  RUNNING: t('Running'),
  PAUSED: t('Paused'),
  DRAFT: t('Draft'),
  READY: t('Ready'),
  TESTING: t('Testing'),
  ERROR: t('Error'),
  MAINTENANCE: t('Maintenance'),
  DEPRECATED: t('Deprecated'),
  ARCHIVED: t('Archived'),
}

export const runStatusLabels: Record<RunStatus, string> = {
  queued: t('Queued'),
  running: t('Running'),
  completed: t('Completed'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}

export const capabilityLabels: Record<Capability, string> = {
  web_search: t('Web search'),
  database_query: t('Database query'),
  email_send: t('Email send'),
  calendar_integration: t('Calendar integration'),
  sentiment_analysis: t('Sentiment analysis'),
  image_generation: t('Image generation'),
  knowledge_search: t('Knowledge search'),
  read_page: t('Read web pages'),
  run_code: t('Run code'),
  sales_lookup: t('Find invoices'),
  sales_drafts: t('Draft sales documents'),
  sales_documents: t('Issue and send sales documents'),
  records_find: t('Find records'),
  records_create: t('Create records'),
  records_update: t('Change records'),
  remember: t('Remember facts about contacts'),
  write_artifacts: t('Write code artifacts for review'),
  use_artifacts: t('Use deployed code artifacts'),
}

export const statusTones: Record<AgentStatus, StatusTone> = {
  ACTIVE: 'ok',
  RUNNING: 'info',
  PAUSED: 'warn',
  DRAFT: 'idle',
  READY: 'info',
  TESTING: 'info',
  ERROR: 'bad',
  MAINTENANCE: 'warn',
  DEPRECATED: 'idle',
  ARCHIVED: 'idle',
}

export const runTones: Record<RunStatus, StatusTone> = {
  queued: 'idle',
  running: 'info',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'warn',
}

export const isActionGrant = (tool: GrantedTool): tool is ActionGrant => tool.startsWith('action:')
export const isCollectionGrant = (tool: GrantedTool): tool is CollectionGrant => tool.startsWith('collection:')
export const isAgentGrant = (tool: GrantedTool): tool is AgentGrant => tool.startsWith('agent:')
export const isWorkflowGrant = (tool: GrantedTool): tool is WorkflowGrant => tool.startsWith('workflow:')
export const isHostGrant = (tool: GrantedTool): tool is HostGrant => tool.startsWith('host:')
export const isConditionGrant = (tool: GrantedTool): tool is ConditionGrant => tool.startsWith('where:')
/** All other grants name one thing of the organization behind a colon. */
export const isCapability = (tool: GrantedTool): tool is Capability => !tool.includes(':')

/** Host and methods of a grant. */
export function readHostGrant(grant: HostGrant): { host: string; methods: string[] } {
  const [, methods = '', ...host] = grant.split(':')
  return { host: host.join(':'), methods: methods.split('+') }
}

/** An action by its own name: the connection's needs the list of connections, as that of a collection does. */
export function toolLabel(tool: GrantedTool): string {
  if (isActionGrant(tool)) return (tool.split(':')[2] ?? tool).replaceAll('_', ' ')
  if (isAgentGrant(tool)) return t('Agent')
  if (isWorkflowGrant(tool)) return t('Workflow')
  if (isHostGrant(tool)) return readHostGrant(tool).host
  if (isConditionGrant(tool)) return tool.slice(6)
  return isCapability(tool) ? capabilityLabels[tool] : t('Collection')
}
