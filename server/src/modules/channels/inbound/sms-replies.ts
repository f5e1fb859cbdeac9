import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import { nameSome } from '../../../platform/text/name-some.ts'
import { formsWithSms } from '../../sign-up-forms/index.ts'
import { lockDefaultAccount } from '../accounts/accounts-store.ts'

/** Numbers, short codes and messaging services can receive replies; an alphanumeric sender name cannot. */
const canBeReplied = /^(\+\d+|\d{3,8}|MG[0-9a-f]{32})$/

/**
 * Checks that contacts can reply to the default SMS account, which is locked until the end of the transaction.
 * @throws 409 with the obstacle
 */
export async function assertSmsReplies(tx: OrgTx): Promise<void> {
  const account = await lockDefaultAccount(tx, 'sms')
  if (!account) throw conflict('There is no default SMS account, so contacts cannot be asked by SMS. Choose one under Channels.')
  if (!account.isActive)
    throw conflict(message('The SMS account "{account}" is switched off, so contacts cannot be asked by SMS.', { account: account.name }))
  const { from } = account.settings
  if (from !== undefined && !canBeReplied.test(from))
    throw conflict(
      message('The SMS account "{account}" uses a sender name, and contacts cannot reply to it. Give it a number under Channels.', {
        account: account.name,
      }),
    )
}

/** Called after a change of SMS accounts. @throws 409 if sign-up forms would ask contacts that can no longer reply */
export async function assertFormsKeepSms(tx: OrgTx): Promise<void> {
  const forms = await formsWithSms(tx)
  if (forms.length === 0) return
  try {
    await assertSmsReplies(tx)
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error
    throw conflict(
      message('Sign-up forms ask for SMS consent, and contacts could not reply: {forms}. Turn that off there first.', {
        forms: nameSome(forms),
      }),
    )
  }
}
