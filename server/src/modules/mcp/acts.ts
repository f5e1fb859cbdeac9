import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const mcpActs: ModuleActs = {
  kinds: { mcp: 'api' },
  sentences: {
    'mcp.connect': describedAct('api', '{actor} connected the AI assistant {target}'),
    'mcp.changePolicy': describedAct('api', '{actor} changed whether AI assistants need approvals'),
    'mcp.decideApproval': describedAct('api', '{actor} decided a call of the AI assistant {target}'),
    'mcp.disconnect': describedAct('api', '{actor} disconnected the AI assistant {target}'),
  },
}
