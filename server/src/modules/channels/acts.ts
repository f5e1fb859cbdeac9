import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const channelsActs: ModuleActs = {
  sentences: {
    'channels.createAccount': describedAct('settings', '{actor} added the channel account {target}'),
    'channels.updateAccount': describedAct('settings', '{actor} changed the channel account {target}'),
    'channels.removeAccount': describedAct('settings', '{actor} removed the channel account {target}'),
    'channels.testAccount': describedAct('settings', '{actor} sent a test message by {target}'),
    'channels.resumeAccount': describedAct('settings', '{actor} retried the channel account {target}'),
    'channels.renewHook': describedAct('settings', '{actor} created a new report URL for {target}'),
    'channels.updateHook': describedAct('settings', '{actor} changed the report source of {target}'),
    'channels.readMailbox': describedAct('settings', '{actor} read the mailbox of {target}'),
    'channels.createTemplate': describedAct('change', '{actor} submitted the WhatsApp template {target}'),
    'channels.syncTemplates': describedAct('change', '{actor} synced the WhatsApp templates of {target}'),
    'channels.removeTemplate': describedAct('change', '{actor} removed the WhatsApp template {target}'),
    'channels.addDomain': describedAct('settings', '{actor} added the sending domain {target}'),
    'channels.checkDomain': describedAct('settings', '{actor} checked the sending domain {target}'),
    'channels.rotateKey': describedAct('settings', '{actor} created a new DKIM key for {target}'),
    'channels.forgetKey': describedAct('settings', '{actor} discarded a DKIM key of {target}'),
    'channels.removeDomain': describedAct('settings', '{actor} removed the sending domain {target}'),
    'channels.createSender': describedAct('settings', '{actor} added the sender {target}'),
    'channels.updateSender': describedAct('settings', '{actor} changed the sender {target}'),
    'channels.removeSender': describedAct('settings', '{actor} removed the sender {target}'),
    'channels.sendSenderLetter': describedAct('settings', '{actor} sent a sender verification to {target}'),
    'channels.verifySender': describedAct('settings', 'A sender was verified by email'),
    'channels.updateEmailSettings': describedAct('settings', '{actor} changed the email settings'),
  },
}
