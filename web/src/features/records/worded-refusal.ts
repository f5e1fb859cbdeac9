import { worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { translateMessage } from '../../lib/words.ts'

/** What a type says against a value, in the language of the page. */
export const wordedIssueOf = (refused: Text): string => translateMessage(worded(refused))
