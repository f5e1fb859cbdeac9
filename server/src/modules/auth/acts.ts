import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const authActs: ModuleActs = {
  kinds: { auth: 'security', 'two-factor': 'security', passkeys: 'security' },
  sentences: {
    'auth.login': describedAct('login', '{actor} signed in', 'A sign-in was refused'),
    'auth.logout': describedAct('login', '{actor} signed out'),
    'auth.register': describedAct('team', '{actor} joined'),
    'auth.endSession': describedAct('security', '{actor} ended a session'),
    'auth.endOtherSessions': describedAct('security', '{actor} ended all other sessions'),
    'auth.tokenReused': describedAct(
      'security',
      'A session token was used twice',
      'A session token was used twice, and its sessions were ended',
    ),
    'auth.foreignPage': describedAct(
      'security',
      'A request from another site was blocked',
      'A request from another site for {actor} was blocked',
    ),
    'auth.reauthenticate': describedAct('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
    'auth.confirmPassword': describedAct('security', '{actor} confirmed their identity', 'A confirmation of identity was refused'),
    'auth.endSessions': describedAct('security', '{actor} ended the sessions of {target}'),
    'auth.changePassword': describedAct('security', '{actor} changed their password'),
    'auth.forgotPassword': describedAct('security', 'A password reset was requested'),
    'auth.resetPassword': describedAct('security', '{actor} reset their password'),
    'auth.verifyEmail': describedAct('security', '{actor} verified their email address'),
    'two-factor.verify': describedAct('login', '{actor} signed in with a second factor', 'A second factor was refused'),
    'two-factor.verifyPasskey': describedAct('login', '{actor} signed in with a passkey', 'A passkey was refused'),
    'two-factor.passkeySignIn': describedAct('login', '{actor} signed in with a passkey', 'A passkey was refused'),
    'two-factor.takeRecoveryCode': describedAct('security', '{actor} used a recovery code'),
    'two-factor.passkeyCounterWentBack': describedAct('security', 'A passkey was refused', 'A passkey was refused'),
    'two-factor.reset': describedAct('security', '{actor} reset the second factor of {target}'),
    'two-factor.wrongCode': describedAct('security', 'A wrong code was given', 'A wrong code was given'),
    'two-factor.enable': describedAct('security', '{actor} enabled two-factor authentication'),
    'two-factor.disable': describedAct('security', '{actor} disabled two-factor authentication'),
    'two-factor.renewRecoveryCodes': describedAct('security', '{actor} renewed the recovery codes'),
    'two-factor.addPasskey': describedAct('security', '{actor} added a passkey'),
    'two-factor.removePasskey': describedAct('security', '{actor} removed a passkey'),
    'two-factor.setPolicy': describedAct('settings', '{actor} changed the two-factor policy'),
    'two-factor.reauthenticateWithCode': describedAct(
      'security',
      '{actor} confirmed their identity',
      'A confirmation of identity was refused',
    ),
    'two-factor.reauthenticateWithPasskey': describedAct(
      'security',
      '{actor} confirmed their identity',
      'A confirmation of identity was refused',
    ),
    'users.set': describedAct('security', '{actor} changed the account of {target}'),
  },
}
