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
import { builtTools } from '@imperium/contract/agents.ts'
import type { AgentStatus, AgentType, Capability } from '@imperium/contract/agents.ts'
import type { RunStatus } from '@imperium/contract/runs.ts'
import { formatWord } from '../../lib/format.ts'
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

export const typeLabel = (type: AgentType): string => (type === 'SEO_OPTIMIZER' ? 'SEO optimizer' : formatWord(type))

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

/** Whether a capability has a tool that a model can call in this version. */
export const hasTool = (capability: Capability): boolean => builtTools.some((tool) => tool === capability)
