export { hmacOfBody, slackSignature, timedHmac, twilioSignature } from '../../../platform/signed-http/schemes.ts'
export type { SignedCall, Verify } from '../../../platform/signed-http/schemes.ts'
