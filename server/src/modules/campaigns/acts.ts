import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const campaignsActs: ModuleActs = {
  sentences: {
    'campaigns.create': describedAct('change', '{actor} created {target}'),
    'campaigns.update': describedAct('change', '{actor} changed {target}'),
    'campaigns.send': describedAct('change', '{actor} launched {target}'),
    'campaigns.approve': describedAct('change', '{actor} approved the launch of {target}'),
    'campaigns.reject': describedAct('change', '{actor} rejected the launch of {target}'),
    'campaigns.pause': describedAct('change', '{actor} paused {target}'),
    'campaigns.resume': describedAct('change', '{actor} resumed {target}'),
    'campaigns.testSend': describedAct('change', '{actor} sent a test of {target}'),
    'campaigns.dryRun': describedAct('change', '{actor} started a dry run of {target}'),
    'campaigns.chooseWinner': describedAct('change', '{actor} chose the winner of {target}'),
    'campaigns.retryFailed': describedAct('change', '{actor} resent failed messages of {target}'),
    'campaigns.decideHeld': describedAct('change', '{actor} decided about held messages of {target}'),
    'campaigns.editDraft': describedAct('change', '{actor} changed a draft of {target}'),
    'campaigns.decideDrafts': describedAct('change', '{actor} reviewed the drafts of {target}'),
    'campaigns.writeSamples': describedAct('change', '{actor} had an agent write samples of {target}'),
    'campaigns.compose': describedAct('change', '{actor} had an agent write a campaign'),
    'campaigns.clone': describedAct('change', '{actor} cloned {target}'),
    'campaigns.remove': describedAct('change', '{actor} deleted {target}'),
  },
}
