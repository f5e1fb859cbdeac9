import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const contactImportsActs: ModuleActs = {
  sentences: {
    'contact-imports.create': describedAct('change', '{actor} uploaded the contact list {target}'),
    'contact-imports.start': describedAct('change', '{actor} imported contacts from {target}'),
    'contact-imports.cancel': describedAct('change', '{actor} stopped the import of {target}'),
    'contact-imports.resume': describedAct('change', '{actor} resumed the import of {target}'),
    'contact-imports.removeFile': describedAct('change', '{actor} deleted the file of the import of {target}'),
    'contact-imports.correct': describedAct('change', '{actor} corrected rows of the import of {target}'),
    'contact-imports.undo': describedAct('security', '{actor} undid the import of {target}'),
    'contact-imports.errors': describedAct('security', '{actor} downloaded the rows that the import of {target} skipped'),
  },
}
