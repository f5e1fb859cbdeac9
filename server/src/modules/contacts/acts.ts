import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const contactsActs: ModuleActs = {
  sentences: {
    'contacts.create': describedAct('change', '{actor} created a contact'),
    'contacts.update': describedAct('change', '{actor} changed a contact'),
    'contacts.bulk': describedAct('change', '{actor} changed the tags of several contacts'),
    'contacts.merge': describedAct('change', '{actor} merged two contacts'),
    'contacts.recordEvent': describedAct('change', '{actor} recorded an event of a contact'),
    'contacts.remove': describedAct('security', '{actor} erased a contact'),
    'contacts.eraseMany': describedAct('security', '{actor} erased several contacts'),
    'contacts.exportOne': describedAct('security', '{actor} exported what is kept about a contact'),
    'contacts.exportList': describedAct('security', '{actor} exported contacts'),
    'contacts.createField': describedAct('settings', '{actor} added the contact field {target}'),
    'contacts.updateField': describedAct('settings', '{actor} changed the contact field {target}'),
    'contacts.removeField': describedAct('settings', '{actor} deleted the contact field {target}'),
  },
}
