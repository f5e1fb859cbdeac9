import { connectedCapabilities } from '@imperium/contract/agents.ts'
import type { AgentCapability } from '@imperium/contract/agents.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { resolveImageModel } from '../ai-models/index.ts'
import { findServing } from '../integrations/index.ts'

/** Which capabilities that need a service can be used now by runs of the caller's role. */
export async function listCapabilities(platform: Platform, { tx, role }: Pick<OrgContext, 'tx' | 'role'>): Promise<AgentCapability[]> {
  const found: AgentCapability[] = []
  for (const capability of connectedCapabilities) {
    if (capability === 'image_generation') {
      const model = await resolveImageModel(platform, tx)
      found.push({ capability, isReady: model !== null, servedBy: model?.displayName ?? null, isSandbox: model?.isSandbox ?? false })
      continue
    }
    const serving = await findServing(tx, capability, { kind: 'person', role })
    found.push({ capability, isReady: serving !== null, servedBy: serving?.row.name ?? null, isSandbox: serving?.isSandbox ?? false })
  }
  return found
}
