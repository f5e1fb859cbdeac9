import type { ContactExtension } from '../contacts/index.ts'
import { moveSignUps, signUpsOf } from './sign-up-store.ts'

/** What sign-up forms keep about contacts. Rows of an erased contact go by their foreign key. */
export const signUpContactExtension: ContactExtension = {
  name: 'sign-up-forms',
  exportContact: async (tx, contactId) => ({ signUps: await signUpsOf(tx, contactId) }),
  mergeContact: moveSignUps,
}
