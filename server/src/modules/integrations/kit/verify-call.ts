export { hmacOfBody, slackSignature, timedHmac, twilioSignature } from '../../../platform/signed-http/schemes.ts'
export type { Verify } from '../../../platform/signed-http/schemes.ts'
