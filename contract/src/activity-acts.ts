export const activityKinds = ['login', 'change', 'api', 'security', 'team', 'settings'] as const
/** What sort of act it was; `api`: done with an API key, or about one. */
export type ActivityKind = (typeof activityKinds)[number]

interface Act {
  kind: ActivityKind
  /** What is said where it succeeded. `{actor}` did it, `{target}` is what it was done to. */
  says: string
  /** What is said where it was refused. */
  refused?: string
}

const act = (kind: ActivityKind, says: string, refused?: string): Act => ({ kind, says, ...(refused ? { refused } : {}) })

/**
 * Every act that has words of its own, by its name in the audit stream. These texts are keys of the dictionaries: the web says
 * them in the language of the page.
 */
export const acts: Readonly<Record<string, Act>> = {
  'auth.login': act('login', '{actor} signed in', 'A sign-in was refused'),
  'auth.logout': act('login', '{actor} signed out'),
  'auth.register': act('team', '{actor} joined'),
  'auth.endSession': act('security', '{actor} ended a session'),
  'auth.endOtherSessions': act('security', '{actor} ended all other sessions'),
  'auth.tokenReused': act('security', 'A session token was used twice', 'A session token was used twice, and its sessions were ended'),
  'auth.foreignPage': act(
    'security',
    'A page of another site tried to act',
    'A page of another site tried to act for {actor}, and was refused',
  ),
  'auth.reauthenticate': act('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
  'auth.confirmPassword': act('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
  'auth.endSessions': act('security', '{actor} ended the sessions of {target}'),
  'auth.changePassword': act('security', '{actor} changed their password'),
  'auth.forgotPassword': act('security', 'A password reset was asked for'),
  'auth.resetPassword': act('security', '{actor} reset their password'),
  'auth.verifyEmail': act('security', '{actor} proved their e-mail address'),
  'two-factor.verify': act('login', '{actor} signed in with a second factor', 'A second factor was refused'),
  'two-factor.verifyPasskey': act('login', '{actor} signed in with a passkey', 'A passkey was refused'),
  'two-factor.passkeySignIn': act('login', '{actor} signed in with a passkey', 'A passkey was refused'),
  'two-factor.takeRecoveryCode': act('security', '{actor} used a recovery code'),
  'two-factor.passkeyCounterWentBack': act('security', 'A passkey was refused', 'A passkey was refused'),
  'two-factor.reset': act('security', '{actor} reset the second factor of {target}'),
  'two-factor.wrongCode': act('security', 'A wrong code was given', 'A wrong code was given'),
  'two-factor.enable': act('security', '{actor} enabled two-factor authentication'),
  'two-factor.disable': act('security', '{actor} disabled two-factor authentication'),
  'two-factor.renewRecoveryCodes': act('security', '{actor} renewed the recovery codes'),
  'two-factor.addPasskey': act('security', '{actor} added a passkey'),
  'two-factor.removePasskey': act('security', '{actor} removed a passkey'),
  'two-factor.setPolicy': act('settings', '{actor} changed the two-factor policy'),
  'identities.link': act('security', '{actor} linked an account to sign in with'),
  'identities.completeLink': act('security', '{actor} linked an account to sign in with'),
  'identities.unlink': act('security', '{actor} unlinked an account to sign in with'),
  'two-factor.reauthenticateWithCode': act('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
  'two-factor.reauthenticateWithPasskey': act('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
  'identities.saveSso': act('security', '{actor} changed single sign-on'),
  'identities.removeSso': act('security', '{actor} removed single sign-on'),
  'identities.addDomain': act('security', '{actor} added the mail domain {target}'),
  'identities.verifyDomain': act('security', '{actor} verified the mail domain {target}'),
  'identities.removeDomain': act('security', '{actor} removed the mail domain {target}'),
  'security.updatePolicy': act('security', '{actor} changed the password policy'),
  'profile.confirmEmail': act('security', '{actor} changed their e-mail address'),
  'profile.confirmDeletion': act('security', '{actor} asked for the deletion of their account'),
  'organizations.create': act('settings', '{actor} created the organization {target}'),
  'organizations.update': act('settings', '{actor} changed the settings of the organization'),
  'organizations.updateProfile': act('settings', '{actor} changed the profile of the organization'),
  'organizations.requestDeletion': act('settings', '{actor} asked for the deletion of the organization'),
  'organizations.restore': act('settings', '{actor} took back the deletion of the organization'),
  'organizations.set': act('settings', '{actor} changed plan, limits or status of the organization'),
  'team.invite': act('team', '{actor} invited {target}'),
  'team.resend': act('team', '{actor} sent the invitation of {target} again'),
  'team.revoke': act('team', '{actor} revoked the invitation of {target}'),
  'users.set': act('security', '{actor} changed the account of {target}'),
  'profile.erased': act('team', 'An account was erased'),
  'organizations.erase': act('settings', '{target} was erased'),
  'team.join': act('team', '{actor} joined'),
  'team.accept': act('team', '{actor} joined'),
  'team.changeMember': act('team', '{actor} changed the membership of {target}'),
  'team.removeMember': act('team', '{actor} removed {target} from the team'),
  'team.transferOwnership': act('team', '{actor} made {target} the owner'),
  'team.leave': act('team', '{actor} left'),
  'api-keys.create': act('api', '{actor} created the API key {target}'),
  'api-keys.createForAgent': act('api', '{actor} created an API key for {target}'),
  'api-keys.update': act('api', '{actor} changed the API key {target}'),
  'api-keys.rotate': act('api', '{actor} rotated the API key {target}'),
  'api-keys.revoke': act('api', '{actor} revoked the API key {target}'),
  'segments.create': act('change', '{actor} created the segment {target}'),
  'segments.update': act('change', '{actor} changed the segment {target}'),
  'segments.remove': act('change', '{actor} deleted the segment {target}'),
  'segments.describe': act('change', '{actor} had an audience turned into rules: {target}'),
  'segments.clone': act('change', '{actor} copied a segment as {target}'),
  'agents.create': act('change', '{actor} created {target}'),
  'agents.clone': act('change', '{actor} cloned {target}'),
  'agents.execute': act('change', '{actor} ran {target}'),
  'agents.update': act('change', '{actor} changed {target}'),
  'agents.setStatus': act('change', '{actor} set the status of {target}'),
  'agents.bulk': act('change', '{actor} changed several agents'),
  'agents.remove': act('change', '{actor} deleted {target}'),
  'campaigns.create': act('change', '{actor} created {target}'),
  'campaigns.update': act('change', '{actor} changed {target}'),
  'campaigns.send': act('change', '{actor} launched {target}'),
  'campaigns.approve': act('change', '{actor} approved the launch of {target}'),
  'campaigns.reject': act('change', '{actor} rejected the launch of {target}'),
  'campaigns.pause': act('change', '{actor} paused {target}'),
  'campaigns.resume': act('change', '{actor} resumed {target}'),
  'campaigns.testSend': act('change', '{actor} sent a test of {target}'),
  'campaigns.dryRun': act('change', '{actor} began a dry run of {target}'),
  'campaigns.chooseWinner': act('change', '{actor} chose the winner of {target}'),
  'campaigns.decideHeld': act('change', '{actor} decided about held messages of {target}'),
  'campaigns.editDraft': act('change', '{actor} changed a draft of {target}'),
  'campaigns.decideDrafts': act('change', '{actor} reviewed the drafts of {target}'),
  'campaigns.compose': act('change', '{actor} had an agent write a campaign'),
  'campaigns.clone': act('change', '{actor} cloned {target}'),
  'campaigns.remove': act('change', '{actor} deleted {target}'),
  'runs.cancel': act('change', '{actor} cancelled a run of {target}'),
  'ai-models.createConfig': act('settings', '{actor} added the AI model {target}'),
  'ai-models.updateConfig': act('settings', '{actor} changed the AI model {target}'),
  'ai-models.removeConfig': act('settings', '{actor} removed the AI model {target}'),
  'ai-models.test': act('settings', '{actor} tested the AI model {target}'),
  'ai-models.createProvider': act('settings', '{actor} added the AI provider {target}'),
  'ai-models.updateProvider': act('settings', '{actor} changed the AI provider {target}'),
  'ai-models.removeProvider': act('settings', '{actor} removed the AI provider {target}'),
  'contacts.create': act('change', '{actor} created a contact'),
  'contacts.update': act('change', '{actor} changed a contact'),
  'contacts.bulk': act('change', '{actor} changed the tags of several contacts'),
  'contacts.merge': act('change', '{actor} merged two contacts'),
  'contacts.recordEvent': act('change', '{actor} recorded an event of a contact'),
  'contacts.remove': act('security', '{actor} erased a contact'),
  'contacts.eraseMany': act('security', '{actor} erased several contacts'),
  'contacts.exportOne': act('security', '{actor} exported what is kept about a contact'),
  'contacts.exportList': act('security', '{actor} exported contacts'),
  'consents.createPurpose': act('settings', '{actor} added the consent purpose {target}'),
  'consents.updatePurpose': act('settings', '{actor} changed the consent purpose {target}'),
  'consents.updateSettings': act('settings', '{actor} changed how people may be reached'),
  'consents.grant': act('change', '{actor} recorded the consent of a contact'),
  'consents.withdraw': act('change', '{actor} withdrew the consent of a contact'),
  'consents.addSuppression': act('change', '{actor} suppressed the address {target}'),
  'consents.addSuppressions': act('change', '{actor} suppressed a list of addresses'),
  'consents.removeSuppression': act('security', '{actor} let the address {target} be reached again'),
  'contact-imports.create': act('change', '{actor} uploaded the contact list {target}'),
  'contact-imports.start': act('change', '{actor} imported contacts from {target}'),
  'contact-imports.cancel': act('change', '{actor} stopped the import of {target}'),
  'contact-imports.undo': act('security', '{actor} undid the import of {target}'),
  'contact-imports.errors': act('security', '{actor} downloaded the rows that the import of {target} left out'),
  'contacts.createField': act('settings', '{actor} added the contact field {target}'),
  'contacts.updateField': act('settings', '{actor} changed the contact field {target}'),
  'contacts.removeField': act('settings', '{actor} deleted the contact field {target}'),
  'messages.create': act('change', '{actor} wrote "{target}"'),
  'messages.reply': act('change', '{actor} answered "{target}"'),
  'messages.assign': act('change', '{actor} assigned "{target}"'),
  'messages.remove': act('change', '{actor} removed "{target}" from their messages'),
  'messages.attach': act('change', '{actor} uploaded a file'),
  'channels.createAccount': act('settings', '{actor} added the channel account {target}'),
  'channels.updateAccount': act('settings', '{actor} changed the channel account {target}'),
  'channels.removeAccount': act('settings', '{actor} removed the channel account {target}'),
  'channels.testAccount': act('settings', '{actor} sent a test message by {target}'),
  'channels.resumeAccount': act('settings', '{actor} let the channel account {target} try again'),
  'channels.renewHook': act('settings', '{actor} made a new provider address for {target}'),
  'channels.readMailbox': act('settings', '{actor} read the mailbox of {target}'),
  'channels.createTemplate': act('change', '{actor} handed in the WhatsApp template {target}'),
  'channels.syncTemplates': act('change', '{actor} took over the WhatsApp templates of {target}'),
  'channels.removeTemplate': act('change', '{actor} removed the WhatsApp template {target}'),
  'channels.addDomain': act('settings', '{actor} added the sending domain {target}'),
  'channels.checkDomain': act('settings', '{actor} checked the sending domain {target}'),
  'channels.removeDomain': act('settings', '{actor} removed the sending domain {target}'),
  'channels.createSender': act('settings', '{actor} added the sender {target}'),
  'channels.updateSender': act('settings', '{actor} changed the sender {target}'),
  'channels.removeSender': act('settings', '{actor} removed the sender {target}'),
  'channels.sendSenderLetter': act('settings', '{actor} asked {target} to confirm as sender'),
  'channels.verifySender': act('settings', 'A sender was confirmed by its letter'),
  'channels.updateEmailSettings': act('settings', '{actor} changed the e-mail settings'),
  'activity.export': act('security', '{actor} exported the activity log'),
  'activity.exportAudit': act('security', '{actor} exported the audit log'),
  'activity.setRetention': act('settings', '{actor} changed how long data is kept'),
}

/** Where an act has no words of its own, or its target no name. `{act}` is the summary of the operation. */
export const plainSentences = {
  success: '{actor}: {act}',
  often: '{actor} ran {target} {times} times',
  moreOften: '{actor} ran {target} more than {times} times',
  refused: '{actor} was refused: {act}',
  failed: 'Failed for {actor}: {act}',
} as const

/** The sort of acts without words of their own, by the module that they belong to; of any other module it is a change. */
const kindOfModule: Readonly<Record<string, ActivityKind>> = {
  auth: 'security',
  'two-factor': 'security',
  passkeys: 'security',
  security: 'security',
  identities: 'security',
  activity: 'security',
  profile: 'settings',
  settings: 'settings',
  notifications: 'settings',
  organizations: 'settings',
  'ai-models': 'settings',
  'api-keys': 'api',
  team: 'team',
}

export const kindOf = (action: string): ActivityKind => acts[action]?.kind ?? kindOfModule[action.split('.')[0] ?? ''] ?? 'change'

/** What a filter for one kind has to look for: actions by name, and all others of these modules (`null`: of every other module). */
export function actionsOfKind(kind: ActivityKind): { named: string[]; modules: string[] | null; namedElsewhere: string[] } {
  const names = Object.keys(acts)
  const named = names.filter((name) => acts[name]?.kind === kind)
  const modules = Object.keys(kindOfModule).filter((module) => kindOfModule[module] === kind)
  return { named, modules: kind === 'change' ? null : modules, namedElsewhere: names.filter((name) => acts[name]?.kind !== kind) }
}

/** Modules of which `kindOf` says something else than `change`. */
export const modulesWithKind: readonly string[] = Object.keys(kindOfModule)
