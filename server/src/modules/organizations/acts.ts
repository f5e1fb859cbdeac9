import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const organizationsActs: ModuleActs = {
  kinds: { organizations: 'settings' },
  sentences: {
    'organizations.create': describedAct('settings', '{actor} created the organization {target}'),
    'organizations.update': describedAct('settings', '{actor} changed the settings of the organization'),
    'organizations.updateProfile': describedAct('settings', '{actor} changed the profile of the organization'),
    'organizations.requestDeletion': describedAct('settings', '{actor} requested the deletion of the organization'),
    'organizations.restore': describedAct('settings', '{actor} restored the organization'),
    'organizations.set': describedAct('settings', '{actor} changed plan, limits or status of the organization'),
    'installation.hold': describedAct('settings', '{actor} held everything that goes out of this installation'),
    'installation.resume': describedAct('settings', '{actor} let everything go out of this installation again'),
    'jobs.retry': describedAct('settings', '{actor} put a job that was set aside into the queue again'),
    'organizations.erase': describedAct('settings', '{target} was erased'),
  },
}
